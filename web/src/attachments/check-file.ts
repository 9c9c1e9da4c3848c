import { emptyFile, tellingBytes, tooLarge, typeByStart } from '@check-requests/domain/attachments/refusals.ts'

/** Why the server would refuse this file, as far as its size and its first bytes tell; undefined when they do not. */
export async function refusalOfFile(file: File, mostBytes: number | undefined): Promise<string | undefined> {
  if (file.size === 0) return emptyFile
  if (mostBytes !== undefined && file.size > mostBytes) return tooLarge(mostBytes)
  const found = typeByStart(new Uint8Array(await file.slice(0, tellingBytes).arrayBuffer()))
  return 'refusal' in found ? found.refusal : undefined
}
