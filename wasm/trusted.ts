// Hosts whose policy has `require-trusted-types-for 'script'` take addresses of scripts, and HTML, only from a policy with
// a name, which they may have to allow (`trusted-types seq2seq-lab`). Elsewhere, and in other browsers, there is none.

interface Policy {
  createHTML(text: string): string;
  createScriptURL(address: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

const asItIs: Policy = { createHTML: (text) => text, createScriptURL: (address) => address };

function policy(): Policy {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  try {
    return factory?.createPolicy('seq2seq-lab', asItIs) ?? asItIs;
  } catch {
    return asItIs; // not allowed here
  }
}

const own = policy();

/** Both give what they are given: addresses of this project's files, and HTML that it has written. */
export const createHTML = (text: string) => own.createHTML(text);
export const createScriptURL = (address: string) => own.createScriptURL(address);
