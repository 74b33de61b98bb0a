// The links to the page's other languages lead to the place the reader is at.
export function keepPlaceAcrossLanguages(): void {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('.languages a')) {
    const keep = () => {
      const place = document.querySelector<HTMLAnchorElement>('#contents a[aria-current]')?.hash;
      link.hash = location.hash || (place ?? '');
    };
    link.addEventListener('pointerenter', keep);
    link.addEventListener('focus', keep);
  }
}
