import type { DocumentType } from '@check-requests/domain/attachments/fields.ts'
import type { ListedAttachment } from '@check-requests/domain/attachments/replies.ts'
import { useEffect, useState } from 'react'
import { useContent } from '#attachments/api.ts'
import type { OpenDocument, Sheet } from '#attachments/viewer/sheet.ts'
import { useLoadFailure } from '#platform/use-load-failure.ts'

const cannotOpen = 'This document could not be opened here. Try again, or download it.'

interface Opening {
  /** What is being opened; another object for each try. */
  readonly content: Blob
  readonly sheets?: readonly Sheet[]
  readonly failed?: true
}

/** The sheets of a document, once it has been fetched and opened; or a sentence why not, and a way to try again. */
export function useOpenDocument({ id, type }: Pick<ListedAttachment, 'id' | 'type'>) {
  const fetched = useContent(id)
  const failure = useLoadFailure(fetched)
  const { opening, openAgain } = useOpening(fetched.data, type)
  if (opening?.failed) return { sheets: undefined, error: cannotOpen, onRetry: openAgain }
  return { sheets: opening?.sheets, ...failure }
}

function useOpening(content: Blob | undefined, type: DocumentType) {
  const [opening, setOpening] = useState<Opening>()
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another try opens the same content again.
  useEffect(() => {
    if (!content) return
    let opened: OpenDocument | undefined
    let isOver = false
    open(content, type).then(
      (document) => {
        opened = document
        if (isOver) document.close()
        else setOpening({ content, sheets: document.sheets })
      },
      () => !isOver && setOpening({ content, failed: true }),
    )
    return () => {
      isOver = true
      opened?.close()
    }
  }, [content, type, tries])
  function openAgain() {
    setOpening(undefined)
    setTries(tries + 1)
  }
  return { opening: opening?.content === content ? opening : undefined, openAgain }
}

/** Most requests have either PDFs or pictures: the code for the other is not loaded. */
async function open(content: Blob, type: DocumentType): Promise<OpenDocument> {
  if (type === 'application/pdf') return (await import('#attachments/viewer/open-pdf.ts')).openPdf(content)
  return (await import('#attachments/viewer/open-picture.ts')).openPicture(content)
}
