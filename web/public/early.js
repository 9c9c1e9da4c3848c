// Runs before everything else: applies the chosen theme before the first paint, and makes the page's first calls while
// its scripts are still loading. `platform/early-calls.ts` takes the responses.
{
  const { dataset } = document.documentElement
  try {
    const { theme } = localStorage
    if (theme) dataset.theme = theme
  } catch {
    // If storage is turned off, the system's theme applies.
  }

  /** Responses by token and URL. */
  const calls = new Map()

  const call = (token, path) => {
    const url = `/api/v1${path}`
    const response = fetch(url, { headers: { 'x-auth-token': token } })
    calls.set(`${token} ${url}`, response)
    return response
  }

  const callFirst = async (path) => {
    const session = await call('bootstrap', '/auth/session')
    const { token } = (await session.clone().json()).data
    const paths = []
    paths.push('/waiting')
    if (path === '/dashboard') paths.push('/check-requests/summary')
    if (path === '/reports') paths.push('/check-requests/insights?weeks=12')
    if (/^\/check-requests\/\d+$/.test(path)) paths.push(path, `${path}/approval`)
    await Promise.all(paths.map((path) => call(token, path)))
  }

  // The server marks the page of a browser that has no session.
  if (!dataset.session) {
    globalThis.early = calls
    callFirst(location.pathname).catch(() => {})
    // By then the page has used them, or shows something else.
    setTimeout(() => calls.clear(), 10_000)
  }
}
