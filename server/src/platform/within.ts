/** Waits for work so many milliseconds at most, then throws `failure`; what the work comes to afterwards is not heard. */
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
