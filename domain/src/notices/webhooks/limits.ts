const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** How long a call is retried before the webhook is switched off, in milliseconds. */
export const retriedFor = 72 * hour

/** How long the receiver may take to answer, in milliseconds. */
export const answersWithin = 15 * second

/** How long calls are also signed with the previous secret after a rotation, in milliseconds. */
export const oldSecretFor = 24 * hour

/** How many webhooks a dealer group can have, and how many deliveries of each are kept. */
export const mostWebhooks = 20
export const deliveriesKept = 1000

const pauses = [5 * second, 30 * second, 2 * minute, 10 * minute, 30 * minute, hour, 2 * hour, 4 * hour]

/** The pause after this many failed attempts, in milliseconds. It grows to six hours. */
export function pauseAfterAttempt(attempts: number): number {
  return pauses[attempts - 1] ?? 6 * hour
}
