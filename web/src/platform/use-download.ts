import { useMutation } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import type { Call, InputOf } from '#platform/call.ts'
import { failureNotice } from '#platform/failure-notice.ts'
import { useNotices } from '#platform/notices.tsx'
import { saveFile } from '#platform/save-file.ts'

/** Fetches the file that a call answers and hands it to the person. `failed` is the title of the notice when it does not come. */
export function useDownload<Row extends Call>(row: Row, { name, failed }: { name: string; failed: string }) {
  const api = useApi()
  const notices = useNotices()
  return useMutation({
    mutationFn: (input: InputOf<Row>) => api.file(row, input),
    onSuccess: (file) => saveFile(file, name),
    onError: (failure) => notices.show(failureNotice(failed, failure)),
  })
}
