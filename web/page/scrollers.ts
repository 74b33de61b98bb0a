// Formulas and programs that are wider than a narrow screen scroll inside themselves: there, and only there, the keyboard
// must reach them.
export function reachScrollers(): void {
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
      else target.removeAttribute('tabindex');
    }
  });
  for (const one of document.querySelectorAll('main pre, main math[display=block]')) observer.observe(one);
}
