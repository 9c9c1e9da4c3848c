/** Waits for work at most this many milliseconds, then throws `failure`; the work's later outcome is ignored. */
export async function within<Value>(milliseconds: number, work: Promise<Value>, failure: () => Error): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(failure()), milliseconds)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
