const kilobyte = 1024
const megabyte = kilobyte * kilobyte

/** A size in bytes as people read it: `3 KB`, `1.4 MB`. */
export function sizeInWords(bytes: number): string {
  if (bytes < megabyte) return `${Math.max(Math.round(bytes / kilobyte), 1)} KB`
  return `${(bytes / megabyte).toFixed(1)} MB`
}
