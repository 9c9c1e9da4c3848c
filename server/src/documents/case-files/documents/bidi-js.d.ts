/** The library's own types declare an export that its Node build doesn't have. */
declare module 'bidi-js' {
  interface Bidi {
    /** A level for each UTF-16 unit: odd for right to left, even for left to right. */
    getEmbeddingLevels(text: string): { levels: Uint8Array }
    /** Null if the character has no mirror image. */
    getMirroredCharacter(letter: string): string | null
  }
  function bidiFactory(): Bidi
  export = bidiFactory
}
