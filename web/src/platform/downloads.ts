import { useMutation } from '@tanstack/react-query'
import { useApi } from '#platform/api-context.tsx'
import { type ApiFailure, failureNotice } from '#platform/api-failure.ts'
import type { Call, InputOf } from '#platform/call.ts'
import { useNotices } from '#platform/notices.tsx'

/** Fetches a file and saves it as a download. `failed`: the title of the notice if the download fails. */
export function useDownload<Row extends Call>(row: Row, { name, failed }: { name: string; failed: string }) {
  const api = useApi()
  const notices = useNotices()
  return useMutation({
    mutationFn: (input: InputOf<Row>) => api.file(row, input),
    onSuccess: (file) => saveFile(file, name),
    onError: (failure) => notices.show(failureNotice(failed, failure)),
  })
}

/** Saves a file as a download. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the file after the click and has finished when this timeout ends.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

interface OpenFileOptions {
  /** The file name, used if the file has to be saved because the browser can't open a new tab. */
  name: string
  /** The title of the notice if the download fails. */
  failed: string
  /** Called when the server has responded, with or without the file. */
  onSettled?(): void
}

/**
 * Fetches a file and shows it in a new tab. Call `open` in a click handler, because browsers open a tab only on a
 * click. The tab stays empty until the file has arrived.
 */
export function useOpenFile<Row extends Call>(row: Row, { name, failed, onSettled }: OpenFileOptions) {
  const api = useApi()
  const notices = useNotices()
  const file = useMutation<Blob, ApiFailure, { input: InputOf<Row>; tab: Window | null }>({
    mutationFn: ({ input }) => api.file(row, input),
    onSuccess(content, { tab }) {
      if (!tab || tab.closed) return saveFile(content, name)
      // Doesn't revoke the URL, because the tab needs it as long as it is open.
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

const kilobyte = 1024
const megabyte = kilobyte * kilobyte
const gigabyte = kilobyte * megabyte

export function sizeInWords(bytes: number): string {
  if (bytes < megabyte) return `${Math.max(Math.round(bytes / kilobyte), 1)} KB`
  if (bytes < gigabyte) return `${(bytes / megabyte).toFixed(1)} MB`
  return `${(bytes / gigabyte).toFixed(1)} GB`
}
