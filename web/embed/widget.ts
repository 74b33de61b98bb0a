// What another page loads with one line: <script type="module" src=".../seq2seq-lab.js"></script>. It is small: the code
// of an element is fetched when one comes near the window. Imported where there is no document it does nothing.
import { load, tags, whenNear } from '../page/on-demand';

/** Fetches an element's code now, such as for one inside a shadow tree, which is not looked into from here. */
export { load, tags };
export const version = __SEQ2SEQ_VERSION__;

/** Elements are fetched a little before they can be seen. */
const ahead = '600px';

function begin(): void {
  const near = whenNear(ahead);
  const wanted = tags.join();
  const look = (root: ParentNode) => {
    for (const element of root.querySelectorAll(wanted)) near.observe(element);
  };
  look(document);
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) {
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches(wanted)) near.observe(node);
        else look(node);
      }
    }
  }).observe(document, { childList: true, subtree: true });
}

if (typeof document !== 'undefined') begin();
