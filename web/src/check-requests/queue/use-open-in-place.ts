import { type HistoryState, type RouterHistory, useLocation, useNavigate, useRouter } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A document was opened over the request, which is what the browser's back button leads to. */
    openedHere?: boolean
  }
}

interface Target {
  readonly to: string
  readonly state: HistoryState
}

/**
 * Opens something in place of a request, so that back leads to where the request was opened. An open document has an
 * entry of its own, which goes with the request.
 */
export function useOpenInPlace() {
  const navigate = useNavigate()
  const { history } = useRouter()
  const { openedHere = false } = useLocation().state
  return async (target: Target, { ignoreBlocker = false } = {}) => {
    if (openedHere) await goBack(history)
    await navigate({ ...target, replace: true, ignoreBlocker })
  }
}

function goBack(history: RouterHistory): Promise<void> {
  return new Promise((resolve) => {
    const stop = history.subscribe(() => {
      stop()
      resolve()
    })
    history.back({ ignoreBlocker: true })
  })
}
