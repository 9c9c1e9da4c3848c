/** A count in words, such as '1 user' or '1,250 users' (F4). */
export function counted(count: number, name: string): string {
  return `${count.toLocaleString('en-US')} ${name}${count === 1 ? '' : 's'}`
}

const kilobyte = 1024
const megabyte = kilobyte * kilobyte
const gigabyte = kilobyte * megabyte

export function sizeInWords(bytes: number): string {
  if (bytes < megabyte) return `${Math.max(Math.round(bytes / kilobyte), 1)} KB`
  if (bytes < gigabyte) return `${(bytes / megabyte).toFixed(1)} MB`
  return `${(bytes / gigabyte).toFixed(1)} GB`
}
