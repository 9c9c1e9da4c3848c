import { addressLines } from '@check-requests/domain/checks/papers/address-lines.ts'

/** The lines of an address; where there is none, those that are printed on the check. */
export function knownAddress(address: string | null, face: string): readonly string[] {
  const lines = addressLines(address)
  const printed: { readonly addressLines?: readonly string[] } | null = JSON.parse(face)
  return lines.length > 0 ? lines : (printed?.addressLines ?? [])
}
