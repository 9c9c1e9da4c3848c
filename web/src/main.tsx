import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { SessionNotices, SessionProvider } from '#access/sessions/session-provider.tsx'
import { DraftsProvider } from '#check-requests/drafts/drafts-provider.tsx'
import { createApiClient } from '#platform/api-client.ts'
import { ApiProvider } from '#platform/api-context.tsx'
import { NoticesProvider } from '#platform/notices.tsx'
import { createQueryClient } from '#platform/query-client.ts'
import { registerServiceWorker } from '#platform/trusted-workers.ts'
import { createAppRouter } from '#router.tsx'
import '#styles.css'

// By default Zod compiles schemas with `new Function`, which the page's security policy blocks and reports.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

const api = createApiClient()
const queries = createQueryClient()
const router = createAppRouter()

registerServiceWorker()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <ApiProvider value={api}>
      <QueryClientProvider client={queries}>
        <NoticesProvider>
          <SessionProvider>
            <DraftsProvider>
              <CSPProvider disableStyleElements>
                <RouterProvider router={router} />
              </CSPProvider>
            </DraftsProvider>
            <SessionNotices />
          </SessionProvider>
        </NoticesProvider>
      </QueryClientProvider>
    </ApiProvider>
  </StrictMode>,
)
