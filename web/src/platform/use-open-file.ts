import { useMutation } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import type { ApiFailure } from '#platform/api-failure.ts'
import type { Call, InputOf } from '#platform/call.ts'
import { failureNotice } from '#platform/failure-notice.ts'
import { useNotices } from '#platform/notices.tsx'
import { saveFile } from '#platform/save-file.ts'

interface OpenFileOptions {
  /** Its name where it has to be saved, as the browser opens no new tab. */
  name: string
  /** Title of the notice when it cannot be had. */
  failed: string
  /** The server has answered, with the file or without. */
  onSettled?(): void
}

/**
 * Fetches a file and shows it in a new tab. Call `open` in a click: only then the browser opens a tab, which waits for
 * the file.
 */
export function useOpenFile<Row extends Call>(row: Row, { name, failed, onSettled }: OpenFileOptions) {
  const api = useApi()
  const notices = useNotices()
  const file = useMutation<Blob, ApiFailure, { input: InputOf<Row>; tab: Window | null }>({
    mutationFn: ({ input }) => api.file(row, input),
    onSuccess(content, { tab }) {
      if (!tab || tab.closed) return saveFile(content, name)
      // The tab keeps the address for as long as it is open.
      tab.location.replace(URL.createObjectURL(content))
    },
    onError(failure, { tab }) {
      tab?.close()
      notices.show(failureNotice(failed, failure))
    },
    onSettled: () => onSettled?.(),
  })
  return {
    isPending: file.isPending,
    open: (input: InputOf<Row>) => file.mutate({ input, tab: window.open('', '_blank') }),
  }
}
