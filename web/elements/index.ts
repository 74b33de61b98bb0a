// Registers every element. The page imports it, and so does a host page with one line:
// <script type="module" src=".../seq2seq-lab.js"></script>
export { Attention } from './attention';
export { Check } from './check';
export { CheckProgress } from './check-progress';
export { Copy } from './copy';
export { Forcing } from './forcing';
export { Program } from './program';
export { Sampling } from './sampling';
export { Shapes } from './shapes';
