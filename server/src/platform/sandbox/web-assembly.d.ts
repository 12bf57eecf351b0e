/** The part of WebAssembly that is used here: Node has it, but its types are only in TypeScript's library for browsers. */
declare namespace WebAssembly {
  /** Sizes are in pages of 64 KiB; growing beyond `maximum` fails. */
  class Memory {
    constructor(sizes: { readonly initial: number; readonly maximum: number });
    /** Replaced when the memory grows. */
    readonly buffer: ArrayBuffer;
  }
}
