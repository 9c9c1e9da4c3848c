import { useCanGoBack, useNavigate, useRouter } from '@tanstack/react-router'

/** Goes back to the previous screen, or to this path when the screen was opened directly. */
export function useGoBack(fallback: string): () => void {
  const { history } = useRouter()
  const canGoBack = useCanGoBack()
  const navigate = useNavigate()
  return () => (canGoBack ? history.back() : void navigate({ to: fallback }))
}
