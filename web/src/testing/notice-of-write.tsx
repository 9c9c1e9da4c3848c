import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { createApiClient } from '#platform/api-client.ts'
import { ApiProvider } from '#platform/api-context.tsx'
import { type Notice, NoticesProvider, useShownNotice } from '#platform/notices.tsx'
import { createQueryClient } from '#platform/query-client.ts'
import { eventually } from '#testing/eventually.ts'
import { answerJson, startServer } from '#testing/local-server.ts'

type Write = { mutate(input: never): void; error: { message: string } | null }

/**
 * The user-visible result of a write with this server response: the notice, without its number, and the form's message.
 */
export async function shownAfter(
  useIt: () => Write,
  input: unknown,
  status: number,
  body: unknown,
): Promise<{ notice: Notice; message: string | undefined }> {
  const { address } = await startServer((_, response) => answerJson(response, status, body))
  const queries = createQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ApiProvider value={createApiClient(address)}>
      <QueryClientProvider client={queries}>
        <NoticesProvider>{children}</NoticesProvider>
      </QueryClientProvider>
    </ApiProvider>
  )
  const { result } = renderHook(() => ({ write: useIt(), shown: useShownNotice().notice }), { wrapper })
  act(() => result.current.write.mutate(input as never))
  const { id: _, ...notice } = await eventually(() => {
    if (!result.current.shown) throw new Error('No notice yet')
    return result.current.shown
  })
  return { notice, message: result.current.write.error?.message }
}

export async function noticeAfter(...write: Parameters<typeof shownAfter>): Promise<Notice> {
  return (await shownAfter(...write)).notice
}

export const done = { success: true, message: 'Done', data: { id: 1, status_name: 'approved' } }
export const refused = { success: false, message: 'The server’s reason.', error: { code: 'CONFLICT' } }
export const expired = { success: false, message: 'The session is over.', error: { code: 'UNAUTHENTICATED' } }
export const broken = { success: false }
