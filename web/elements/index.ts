// Registers every element. The page imports it, and so does a host page with one line:
// <script type="module" src=".../seq2seq-lab.js"></script>
export { Attention } from './attention';
export { Program } from './program';
export { Shapes } from './shapes';
