import { readingEndpoints } from '@check-requests/domain/documents/readings/endpoints.ts'
import type { PlaceInDocument, ReadWord } from '@check-requests/domain/documents/readings/fields.ts'
import { boundsOf, pickedAt } from '@check-requests/domain/documents/readings/in-requests.ts'
import { markHidden } from '@check-requests/domain/values/hidden-characters.ts'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { fieldLabels } from '#check-requests/detail/field-labels.ts'
import { type FilledSources, sourceOf } from '#check-requests/form/form-readings.tsx'
import type { RequestFormValues } from '#check-requests/form/request-form-values.ts'
import type { RequestForm } from '#check-requests/form/use-request-form.ts'
import { topicOfReadings, useDocuments } from '#documents/attachments/api.ts'
import type { FormDocuments } from '#documents/attachments/use-uploads.ts'
import { useApi } from '#platform/api-context.tsx'
import { read } from '#platform/query-client.ts'
import { setFollowing } from '#ui/form/form.tsx'
import { optional } from '#ui/optional.tsx'
import { useMedia } from '#ui/use-sizes.ts'

const DocumentViewer = optional(async () => {
  return (await import('#documents/attachments/viewer/document-viewer.tsx')).DocumentViewer
})

interface FormDocumentProps {
  form: RequestForm
  documents: FormDocuments
  /** The document to show: the first one unless the user chose another one. */
  chosen: number | undefined
  sources: FilledSources
  onFilled(sources: FilledSources): void
  onShow(id: number | undefined): void
  onClose(): void
}

/** A document beside the form. A click on one of its words fills the field that has, or last had, the focus. */
export function FormDocument({ form, documents, chosen, sources, onFilled, onShow, onClose }: FormDocumentProps) {
  const { data: listed = [] } = useDocuments(documents.owner)
  const there = listed.filter((one) => one.removed_at === null && one.refusal_to_open === undefined)
  const shown = there.find(({ id }) => id === chosen) ?? there[0]
  const field = useLastField()
  const isBeside = useMedia('(width >= 64rem)')
  useF6(() => document.querySelector<HTMLElement>('[data-words] button[tabindex="0"]')?.focus())
  if (!shown) return null
  const { id, name } = shown
  function pick(word: ReadWord, words: readonly ReadWord[]) {
    const picked = field && pickedAt(field.name, words, word)
    if (!picked) return false
    setFollowing(form, { [field.name]: picked.value })
    onFilled({
      [field.name]: sourceOf(field.name, { ...picked, page: word.page, polygon: around(picked.words) }, { id, name }),
    })
    if (!isBeside) onClose()
    field.element.focus()
    return true
  }
  const place = field && sources[field.name]?.place
  return (
    <DocumentViewer
      documents={there}
      shown={shown}
      isUnasked={chosen === undefined}
      about={
        field
          ? `Click a word to fill ${fieldLabels[field.name]} (F6)`
          : 'Choose a field, then click a word here to fill it.'
      }
      over={(page) => (
        <WordsOfPage
          id={id}
          page={page}
          field={field}
          place={place?.attachment_id === id && place.page === page ? place : undefined}
          onPick={pick}
        />
      )}
      onShow={onShow}
      onClose={onClose}
    />
  )
}

type TextName = Extract<keyof RequestFormValues, keyof typeof fieldLabels>

interface LastField {
  readonly name: TextName
  readonly element: HTMLElement
}

/** The text field of the form that has, or last had, the focus. */
function useLastField(): LastField | undefined {
  const [field, setField] = useState<LastField>()
  useEffect(() => {
    const note = ({ target }: Event) => {
      const isText =
        target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && target.type !== 'radio')
      if (isText && target.closest('form') && target.name in fieldLabels)
        setField({ name: target.name as TextName, element: target })
    }
    document.addEventListener('focusin', note)
    if (document.activeElement) note({ target: document.activeElement } as unknown as Event)
    return () => document.removeEventListener('focusin', note)
  }, [])
  return field
}

/** The polygon around words: four corners clockwise from the upper left. */
function around(words: readonly ReadWord[]): number[] {
  const { left, top, right, bottom } = boundsOf(words.flatMap(({ polygon }) => polygon))
  return [left, top, right, top, right, bottom, left, bottom]
}

interface WordsOfPageProps {
  id: number
  page: number
  field: LastField | undefined
  /** The value of the field, if it is on this page. */
  place: PlaceInDocument | undefined
  /** Returns false if the field can’t have the word. */
  onPick(word: ReadWord, words: readonly ReadWord[]): boolean
}

/** The words of a page as buttons. One of them can be reached with F6 from the form, the others with arrow keys. */
function WordsOfPage({ id, page, field, place, onPick }: WordsOfPageProps) {
  const { data: all = [] } = useQuery({
    queryKey: [topicOfReadings, 'words', id],
    queryFn: read(useApi(), readingEndpoints.words, { params: { id } }),
    retry: false,
  })
  const words = all.filter((word) => word.page === page)
  const [current, setCurrent] = useState(0)
  const [refused, setRefused] = useState('')
  const mark = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place) mark.current?.scrollIntoView({ block: 'nearest' })
  }, [place])
  const buttons = useRef<HTMLFieldSetElement>(null)
  function focusOn(index: number) {
    setCurrent(index)
    buttons.current?.querySelectorAll('button')[index]?.focus()
  }
  function choose(word: ReadWord) {
    const isTaken = onPick(word, words)
    setRefused(isTaken || !field ? '' : `${fieldLabels[field.name]} can’t be “${markHidden(word.text)}”.`)
  }
  function press(event: KeyboardEvent) {
    const next = neighborOf(words, current, event.key)
    if (event.key === 'Escape') field?.element.focus()
    if (next === undefined && event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    if (next !== undefined) focusOn(next)
  }
  return (
    <fieldset
      ref={buttons}
      data-words
      aria-label={`Words on page ${page}`}
      className="absolute inset-0"
      onKeyDown={press}
    >
      {place && (
        <div
          ref={mark}
          className="pointer-events-none absolute rounded-xs bg-yellow/25 outline-2 outline-yellow"
          style={placed(place.polygon)}
        />
      )}
      {words.map((word, index) => (
        <button
          // biome-ignore lint/suspicious/noArrayIndexKey: words never change, and the same word can be there twice.
          key={index}
          type="button"
          aria-label={markHidden(word.text)}
          tabIndex={index === current ? 0 : -1}
          className="absolute cursor-pointer rounded-xs hover:bg-accent/20 focus-visible:bg-accent/20"
          style={placed(word.polygon)}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(word)}
        />
      ))}
      <p role="status" className="sr-only">
        {refused}
      </p>
    </fieldset>
  )
}

function placed(polygon: readonly number[]) {
  const { left, top, right, bottom } = boundsOf(polygon)
  const share = (value: number) => `${(100 * value).toFixed(2)}%`
  return { left: share(left), top: share(top), width: share(right - left), height: share(bottom - top) }
}

/** Runs `action` when F6 is pressed, also in a field. */
function useF6(action: () => void) {
  const latest = useRef(action)
  useEffect(() => {
    latest.current = action
  })
  useEffect(() => {
    function listen(event: globalThis.KeyboardEvent) {
      if (event.key !== 'F6' || event.defaultPrevented) return
      event.preventDefault()
      latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

/** The word that an arrow key leads to from another one; undefined for other keys. */
function neighborOf(words: readonly ReadWord[], from: number, key: string): number | undefined {
  const word = words[from]
  if (!word) return undefined
  if (key === 'ArrowRight') return Math.min(words.length - 1, from + 1)
  if (key === 'ArrowLeft') return Math.max(0, from - 1)
  if (key !== 'ArrowUp' && key !== 'ArrowDown') return undefined
  const own = boundsOf(word.polygon)
  const sign = key === 'ArrowDown' ? 1 : -1
  const away = words.flatMap(({ polygon }, index) => {
    const { top, bottom, left } = boundsOf(polygon)
    const down = (top + bottom - own.top - own.bottom) * sign
    return down > own.bottom - own.top ? [{ index, score: down + Math.abs(left - own.left) / 2 }] : []
  })
  return away.toSorted((one, other) => one.score - other.score)[0]?.index ?? from
}
