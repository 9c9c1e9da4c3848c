/** The lines of an address as somebody typed it, without empty ones; none where no address is known. */
export function addressLines(address: string | null | undefined): string[] {
  return address?.split('\n').filter((line) => line.trim() !== '') ?? []
}
