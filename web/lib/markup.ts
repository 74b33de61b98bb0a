// HTML that is made as text: the tags that elements give away, pages and snippets.

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as it may stand between tags or in a value in double quotes, of HTML as of SVG. */
export const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => entities[letter]!);

/** What an attribute may be given; `true` is its name alone, `false` and what is empty leave it out. */
export type AttributeValue = string | number | boolean | null | undefined;

/** `<name one="1" two></name>`. Values may hold anything a reader, or a link, has put in; names are ours. */
export function tagWith(name: string, attributes: Record<string, AttributeValue>): string {
  const written = Object.entries(attributes).flatMap(([attribute, value]) => {
    if (value === '' || value === false || value === null || value === undefined) return [];
    return [value === true ? ` ${attribute}` : ` ${attribute}="${escaped(String(value))}"`];
  });
  return `<${name}${written.join('')}></${name}>`;
}
