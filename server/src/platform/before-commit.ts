type Last = () => Promise<void>

const lasts = new WeakMap<object, Last[]>()

/**
 * Runs `last` once, after all work of this transaction, which several commands may share, and before its commit. What
 * makes others wait belongs here.
 */
export function beforeCommit(trx: object, last: Last): void {
  const known = lasts.get(trx) ?? []
  lasts.set(trx, [...known, last])
}

/** Does work in a transaction, and then what it has left for the end. */
export async function toItsEnd<Trx extends object, Result>(
  trx: Trx,
  work: (trx: Trx) => Promise<Result>,
): Promise<Result> {
  const result = await work(trx)
  for (const last of lasts.get(trx) ?? []) await last()
  return result
}
