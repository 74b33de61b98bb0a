// Hosts whose policy has `require-trusted-types-for 'script'` take the address of a script only from a policy with a name,
// which they may have to allow (`trusted-types seq2seq-lab`). Elsewhere, and in other browsers, there is none.

interface Policy {
  createScriptURL(address: string): string;
}
interface Factory {
  createPolicy(name: string, rules: Policy): Policy;
}

const asItIs: Policy = { createScriptURL: (address) => address };

function policy(): Policy {
  const factory = (globalThis as { trustedTypes?: Factory }).trustedTypes;
  try {
    return factory?.createPolicy('seq2seq-lab', asItIs) ?? asItIs;
  } catch {
    return asItIs; // not allowed here
  }
}
const own = policy();

/** Gives what it is given: an address of this project's files. */
export const createScriptURL = (address: string) => own.createScriptURL(address);
