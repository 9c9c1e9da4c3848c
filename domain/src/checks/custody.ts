import type { HandOverException, HandOverInput } from './hand-over.ts'

/** What a hand-over lacks: a sentence for each field. Whoever takes a check in person is named and identified. */
export function missingToHandOver(
  input: Pick<
    HandOverInput,
    'kind' | 'receiver' | 'identification' | 'identification_last4' | 'signature' | 'attachment_id'
  >,
): Record<string, string> {
  const { kind, receiver, identification, identification_last4, signature, attachment_id } = input
  if (kind === 'mailed') return {}
  return {
    ...(receiver === null && { receiver: 'Say who takes the check.' }),
    ...(identification === undefined && { identification: 'Say how whoever takes the check is identified.' }),
    ...(identification !== undefined &&
      identification !== 'Known personally' &&
      identification_last4 === null && {
        identification_last4: 'Enter the last four characters of the identification.',
      }),
    ...(!signature?.length &&
      attachment_id === undefined && {
        signature: 'Have whoever takes the check sign for it, here or on a slip.',
      }),
  }
}

/** What is missing for a hand-over to somebody without an account, by field: a typed name alone identifies nobody (M13). */
export function missingOfOutsider({
  receiver,
  identification,
}: Pick<HandOverInput, 'receiver' | 'identification'>): Record<string, string> {
  const isWholeName = receiver !== null && receiver.trim().split(/\s+/).length > 1
  return {
    ...(!isWholeName && { receiver: 'Enter the first and last name of the person taking the check.' }),
    ...(identification === 'Known personally' && {
      identification: 'This person has no account here. Choose the ID they show.',
    }),
  }
}

/** Who takes a check: those whom the dealer group's setting `custody` keeps from it, and what somebody else has allowed. */
interface Taking {
  /** They raised or approved its request, and the setting is on. */
  readonly against: boolean
  readonly receiverId: number | undefined
  readonly exception: HandOverException | undefined
}

/** Somebody asked for the exception, and nobody has allowed or refused it so far. */
export function waitsForAnswer({ allowed, refused }: Pick<HandOverException, 'allowed' | 'refused'>): boolean {
  return allowed === null && refused === null
}

/** Why somebody cannot take a check; undefined when they can (checks.md, Hand-over). */
export function refusalToTake({ against, receiverId, exception }: Taking): string | undefined {
  if (!against || (exception?.allowed && exception.receiver?.id === receiverId)) return undefined
  return 'Whoever raised or approved a request does not take its check. Hand it to the payee, or mail it. Otherwise ask for an exception, which somebody else has to allow.'
}

/** Why a check that its bank does not know cannot be handed over; undefined when somebody else has allowed it. */
export function refusalUnknown(number: number, exception: HandOverException | undefined): string | undefined {
  if (exception?.allowed && exception.unknown_to_bank) return undefined
  return `The bank does not know check ${number} yet. Send it the positive-pay file, and record that it was accepted. Otherwise ask for an exception, which somebody else has to allow.`
}

/** How the request of a check leaves, as far as it decides who hands it over. */
interface Leaving {
  readonly number: number
  readonly isMailed: boolean
  /** Who let it be handed over although it was approved to be mailed. */
  readonly divertedById: number | null
}

/** Why this person cannot hand a check over in this way; undefined when they can (checks.md, Hand-over). */
export function refusalByDelivery(
  userId: number,
  kind: HandOverInput['kind'],
  { number, isMailed, divertedById }: Leaving,
): string | undefined {
  if (kind !== 'mailed' && isMailed)
    return `The request of check ${number} was approved to be mailed. An approver has to say on its page that the check is handed to somebody, and why.`
  if (divertedById === userId)
    return `You let check ${number} be handed over instead of mailing it, so somebody else has to hand it over.`
  return undefined
}

/** Why there is nothing to ask an exception for; undefined when something keeps the check here. */
export function refusalToAsk({ number, against, unknownToBank }: AskedFor): string | undefined {
  if (against || unknownToBank) return undefined
  return `Check ${number} needs no exception: nothing keeps it from being handed over to them.`
}

interface AskedFor {
  readonly number: number
  /** Whoever is to take it raised or approved its request. */
  readonly against: boolean
  readonly unknownToBank: boolean
}

/** Why this person cannot allow an exception; undefined when they can. It takes somebody who neither asked nor takes the check. */
export function refusalToAllow(
  userId: number,
  { number, exception: { by, receiver } }: { readonly number: number; readonly exception: Asked },
): string | undefined {
  if (by.id === userId) return `You asked for the exception for check ${number}, so somebody else has to allow it.`
  if (receiver?.id === userId) return `You are to take check ${number}, so somebody else has to allow it.`
  return undefined
}

/** Why this person cannot refuse an exception; undefined when they can. Whoever asked takes it back instead. */
export function refusalToRefuse(
  userId: number,
  { number, exception: { by } }: { readonly number: number; readonly exception: Asked },
): string | undefined {
  if (by.id !== userId) return undefined
  return `You asked for the exception for check ${number}. Take it back instead.`
}

/** Why this person cannot take an exception back; undefined when they can. It is theirs who asked. */
export function refusalToTakeBack(
  userId: number,
  { number, exception: { by } }: { readonly number: number; readonly exception: Asked },
): string | undefined {
  if (by.id === userId) return undefined
  return `${by.name} asked for the exception for check ${number}, so nobody else takes it back.`
}

type Asked = Pick<HandOverException, 'by' | 'receiver'>
