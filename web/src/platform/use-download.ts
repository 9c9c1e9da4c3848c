import { useMutation } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import type { Call, InputOf } from '#platform/call.ts'
import { failureNotice } from '#platform/failure-notice.ts'
import { useNotices } from '#platform/notices.tsx'
import { saveFile } from '#platform/save-file.ts'

/** Fetches a file and saves it as a download. `failed` is the title of the notice when that fails. */
export function useDownload<Row extends Call>(row: Row, { name, failed }: { name: string; failed: string }) {
  const api = useApi()
  const notices = useNotices()
  return useMutation({
    mutationFn: (input: InputOf<Row>) => api.file(row, input),
    onSuccess: (file) => saveFile(file, name),
    onError: (failure) => notices.show(failureNotice(failed, failure)),
  })
}
