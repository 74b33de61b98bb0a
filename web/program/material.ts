// What a program element trains in place of the lesson's toy: a file of pairs, a trained model, or a model with the
// pairs it goes on learning from. Files are fetched when a session needs them, not before.

export class Material {
  /** Addresses, relative to the page; empty: none. */
  pairsAddress = '';
  modelAddress = '';
  /** A model handed over by the page; it stands in front of the address. */
  given: Uint8Array | null = null;
  private readonly fetched = new Map<string, Promise<Uint8Array>>();

  /** Neither pairs nor a model: the lesson's toy. */
  get isToy(): boolean {
    return this.pairsAddress === '' && this.modelAddress === '' && this.given === null;
  }

  /** Rejects with the code file_missing. */
  async load(): Promise<{ pairs?: Uint8Array; model?: Uint8Array }> {
    const [pairs, model] = await Promise.all([
      this.file(this.pairsAddress),
      this.given ?? this.file(this.modelAddress),
    ]);
    return { ...(pairs ? { pairs } : {}), ...(model ? { model } : {}) };
  }

  private file(address: string): Promise<Uint8Array> | null {
    if (address === '') return null;
    const url = new URL(address, document.baseURI).href;
    let file = this.fetched.get(url);
    if (!file) {
      file = fetchBytes(url);
      this.fetched.set(url, file);
      file.catch(() => this.fetched.delete(url)); // the next try asks again
    }
    return file;
  }
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`the host answers ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  } catch (error) {
    const message = `${url} could not be loaded: ${(error as Error).message}`;
    throw Object.assign(new Error(message), { name: 'EngineError', code: 'file_missing' });
  }
}
