import { type Did, type Duty, refusalByDuty } from '../check-requests/duties.ts'
import { checkBars } from './duties.ts'
import type { HandOverException, HandOverInput } from './fields.ts'

/**
 * The missing input of a handover, a sentence for each field. A person who takes a check must be named and identified.
 */
export function missingToHandOver(
  input: Pick<
    HandOverInput,
    'kind' | 'receiver' | 'identification' | 'identification_last4' | 'signature' | 'attachment_id'
  >,
): Record<string, string> {
  const { kind, receiver, identification, identification_last4, signature, attachment_id } = input
  if (kind === 'mailed') return {}
  return {
    ...(receiver === null && { receiver: 'Enter the name of the person taking the check.' }),
    ...(identification === undefined && { identification: 'Choose the ID that the person taking the check showed.' }),
    ...(identification !== undefined &&
      identification !== 'Known personally' &&
      identification_last4 === null && {
        identification_last4: 'Enter the last four characters of the ID.',
      }),
    ...(!signature?.length &&
      attachment_id === undefined && {
        signature: 'Have the receiver sign for the check, here or on a slip.',
      }),
  }
}

/**
 * The missing input of a handover to a person without an account, by field: a typed name alone isn't identification
 * (M13).
 */
export function missingOfOutsider({
  receiver,
  identification,
}: Pick<HandOverInput, 'receiver' | 'identification'>): Record<string, string> {
  const isWholeName = receiver !== null && receiver.trim().split(/\s+/).length > 1
  return {
    ...(!isWholeName && { receiver: 'Enter the first and last name of the person taking the check.' }),
    ...(identification === 'Known personally' && {
      identification: 'This person isn’t a user. Choose the ID that they showed.',
    }),
  }
}

/** True while a requested exception isn't decided yet. */
export function waitsForAnswer({ allowed, refused }: Pick<HandOverException, 'allowed' | 'refused'>): boolean {
  return allowed === null && refused === null
}

/**
 * The facts that decide who can take a check: earlier acts, the group's `custody` setting, and exceptions allowed by
 * another person.
 */
interface Taking {
  readonly number: number
  readonly did: readonly Did[]
  readonly custody: boolean
  readonly receiverId: number | undefined
  readonly exception: HandOverException | undefined
}

const handing: Duty = 'hands over'

/**
 * Why a user can't take a check; undefined when they can. Even with an exception, users can't hand a check to
 * themselves.
 */
export function refusalToTake({ number, did, custody, receiverId, exception }: Taking): string | undefined {
  if (receiverId === undefined) return undefined
  const isLifted = exception?.allowed && exception.receiver?.id === receiverId
  const counting = isLifted ? did.filter(({ duty }) => duty === handing) : did
  return refusalByDuty(checkBars.take, receiverId, counting, { number, custody })
}

/** Why a check not reported to its bank can't be handed over; undefined when another person has allowed it. */
export function refusalUnknown(number: number, exception: HandOverException | undefined): string | undefined {
  if (exception?.allowed && exception.unknown_to_bank) return undefined
  return `Check ${number} hasn’t been reported to the bank. Send the bank the positive-pay file and record that it was accepted. Otherwise, request an exception, which someone else has to allow.`
}

/** Why a check approved for mailing can't leave in another way (checks.md, Handing checks over). */
export function refusalByDelivery(
  kind: HandOverInput['kind'],
  { number, isMailed }: { readonly number: number; readonly isMailed: boolean },
): string | undefined {
  if (kind === 'mailed' || !isMailed) return undefined
  return `The request for check ${number} was approved for mailing. Before the check can be handed over, an approver must allow the handover on the request page and give a reason.`
}

/** Why no exception can be requested; undefined when a rule prevents the handover. */
export function refusalToAsk({ number, against, unknownToBank }: AskedFor): string | undefined {
  if (against || unknownToBank) return undefined
  return `Check ${number} needs no exception: it can be handed over to this person.`
}

interface AskedFor {
  readonly number: number
  /** True if the receiver's earlier acts bar them from taking the check. */
  readonly against: boolean
  readonly unknownToBank: boolean
}

/** The acts of users on an exception. */
export function didAbout({ by, receiver }: Asked): Did[] {
  return [
    { userId: by.id, duty: 'excepted' },
    ...(receiver === null ? [] : [{ userId: receiver.id, duty: 'takes' as const }]),
  ]
}

/**
 * Why this user can't cancel a request for an exception; undefined when they can. Only the author of the request can.
 */
export function refusalToTakeBack(
  userId: number,
  { number, exception: { by } }: { readonly number: number; readonly exception: Asked },
): string | undefined {
  if (by.id === userId) return undefined
  return `Only ${by.name}, who requested the exception for check ${number}, can take it back.`
}

type Asked = Pick<HandOverException, 'by' | 'receiver'>
