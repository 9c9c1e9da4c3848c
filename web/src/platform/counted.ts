/** A count in words, such as '1 user' or '1,250 users' (F4). */
export function counted(count: number, name: string): string {
  return `${count.toLocaleString('en-US')} ${name}${count === 1 ? '' : 's'}`
}
