const endOfFile = '%%EOF'
/** Whatever readers look for when they repair a file: with it in the tail, they may show another document. */
const readable = /obj|xref|trailer|stream/

/** True where something that a reader can take for a part of the document follows the end of a PDF. */
export function goesOnAfterEnd(bytes: Buffer): boolean {
  return readable.test(tailOf(bytes).toString('latin1'))
}

/**
 * A PDF without what follows its end, which takes the parser minutes where it is long (L2). Where readers could find
 * anything there it is left whole: what is judged, shown, and filed is one document.
 */
export function withoutTail(bytes: Buffer): Buffer {
  return goesOnAfterEnd(bytes) ? bytes : bytes.subarray(0, bytes.length - tailOf(bytes).length)
}

function tailOf(bytes: Buffer): Buffer {
  const end = bytes.lastIndexOf(endOfFile)
  return end < 0 ? Buffer.alloc(0) : bytes.subarray(end + endOfFile.length)
}
