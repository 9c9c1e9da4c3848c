/** The library's own types name an export that its file for Node does not have. */
declare module 'bidi-js' {
  interface Bidi {
    /** A level for each UTF-16 unit: odd from right to left, even from left to right. */
    getEmbeddingLevels(text: string): { levels: Uint8Array }
    /** Null where a letter has no mirror image. */
    getMirroredCharacter(letter: string): string | null
  }
  function bidiFactory(): Bidi
  export = bidiFactory
}
