import type { checkEndpoints } from '@check-requests/domain/checks/endpoints.ts'
import type { ReplyOf } from '#platform/call.ts'
import type { WriteNotices } from '#platform/use-write-with-notices.ts'

type Signed = ReplyOf<typeof checkEndpoints.sign>

export const signNotices: WriteNotices<Signed> = {
  done: 'Signatures confirmed',
  failed: 'Couldn’t confirm the signatures',
  detail: signedInWords,
  refreshes: ['check-requests'],
}

/** `2 checks are signed, and 1 waits for a second signer.` */
function signedInWords({ signed, waiting }: Signed): string {
  const done = signed === 1 ? '1 check is signed' : `${signed} checks are signed`
  const left = waiting === 1 ? '1 check waits for a second signer' : `${waiting} checks wait for a second signer`
  if (waiting === 0) return `${done}.`
  return signed === 0 ? `${left}.` : `${done}, and ${left}.`
}
