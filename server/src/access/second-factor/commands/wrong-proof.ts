import type { ProofWay } from '@check-requests/domain/access/second-factor/fields.ts'
import { Failure, invalidFields } from '../../../platform/errors.ts'

const sentences: Record<ProofWay, string> = {
  passkey: 'This passkey was not accepted.',
  code: 'This code is wrong, or was used already.',
  'recovery-code': 'This recovery code is wrong, or was used already.',
  password: 'This password is wrong.',
}

const fields: Record<ProofWay, string> = {
  passkey: 'response',
  code: 'code',
  'recovery-code': 'code',
  password: 'password',
}

/** The refusal of a proof at a sign-in. */
export function wrongProof(way: ProofWay): Failure {
  return new Failure('UNAUTHENTICATED', sentences[way])
}

/** The refusal of a proof in a session, where 401 would say that the session is gone. */
export function wrongProofInSession(way: ProofWay): Failure {
  return invalidFields({ [fields[way]]: sentences[way] })
}
