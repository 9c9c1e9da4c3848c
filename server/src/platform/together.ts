type Results<Parts extends readonly unknown[]> = { -readonly [Part in keyof Parts]: Awaited<Parts[Part]> }

/**
 * The results of statements that were sent together. Waits for all of them, since nothing may be sent after a
 * transaction has ended, and throws the first failure in this order.
 */
export async function together<const Parts extends readonly unknown[]>(...parts: Parts): Promise<Results<Parts>> {
  const outcomes = await Promise.allSettled(parts)
  const failed = outcomes.find((outcome) => 'reason' in outcome)
  if (failed) throw failed.reason
  return outcomes.map((outcome) => ('value' in outcome ? outcome.value : undefined)) as Results<Parts>
}
