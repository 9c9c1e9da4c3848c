import { serviceWorkerAddress, trustedWorker } from '#platform/trusted-workers.ts'

/**
 * Registers the worker that keeps the shell, once the page has loaded: the first load has the line to itself. Without
 * it, as in browsers that have none or over plain HTTP, only a reload without a server fails.
 */
export function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const register = () =>
    void navigator.serviceWorker
      .register(trustedWorker(serviceWorkerAddress), { updateViaCache: 'none' })
      .catch(() => undefined)
  if (document.readyState === 'complete') register()
  else addEventListener('load', register, { once: true })
}
