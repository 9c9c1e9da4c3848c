import { missingToHandOver } from '@check-requests/domain/checks/custody.ts'
import { handOverFields, mostPoints, mostStrokes, signatureField } from '@check-requests/domain/checks/fields.ts'
import { type PointerEvent, useRef, useState } from 'react'
import { z } from 'zod'
import { DrawnSignature, type Strokes } from '#checks/detail/drawn-signature.tsx'
import { Button } from '#ui/button.tsx'
import type { useZodForm } from '#ui/form/form.tsx'

/** Points closer than this to the previous point make no visible difference. */
const shortestStep = 4

type Point = [x: number, y: number]

interface SignatureFieldProps {
  value: Strokes
  onChange(strokes: Point[][]): void
}

/** A field for signing with a finger, a pen, or the mouse. */
export function SignatureField({ value, onChange }: SignatureFieldProps) {
  const [stroke, setStroke] = useState<Point[]>([])
  const drawing = useRef<Point[]>(undefined)
  const finished = value.map((points) => points.map(([x, y]): Point => [x, y]))
  function begin(event: PointerEvent<SVGSVGElement>) {
    if (!event.isPrimary || event.button !== 0 || value.length >= mostStrokes) return
    event.preventDefault()
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = [pointAt(event)]
    setStroke(drawing.current)
  }
  function extend(event: PointerEvent<SVGSVGElement>) {
    const points = drawing.current
    if (!points || !event.isPrimary || points.length >= mostPoints) return
    const [next, last] = [pointAt(event), points.at(-1)]
    if (last && Math.hypot(next[0] - last[0], next[1] - last[1]) < shortestStep) return
    drawing.current = [...points, next]
    setStroke(drawing.current)
  }
  function end() {
    if (!drawing.current) return
    onChange([...finished, drawing.current])
    drawing.current = undefined
    setStroke([])
  }
  const shown = stroke.length > 0 ? [...finished, stroke] : finished
  return (
    <div className="grid gap-2">
      <svg
        viewBox={`0 0 ${signatureField.width} ${signatureField.height}`}
        role="img"
        aria-label={shown.length > 0 ? 'Signed' : 'Not signed: sign here with a finger or the mouse'}
        className="w-full cursor-crosshair touch-none rounded-md border border-line-strong bg-sunken select-none"
        onPointerDown={begin}
        onPointerMove={extend}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path d="M60 230H940" stroke="var(--line-strong)" strokeWidth={2} strokeDasharray="10 10" />
        <DrawnSignature strokes={shown} />
      </svg>
      <div className="flex justify-end">
        <Button variant="secondary" size="sm" onClick={() => onChange([])}>
          Clear
        </Button>
      </div>
    </div>
  )
}

/** The position of a pointer on the field, in the field's units. */
function pointAt({ clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>): Point {
  const { left, top, width, height } = currentTarget.getBoundingClientRect()
  return [
    within(((clientX - left) / width) * signatureField.width, signatureField.width),
    within(((clientY - top) / height) * signatureField.height, signatureField.height),
  ]
}

function within(value: number, most: number): number {
  return Math.min(most, Math.max(0, Math.round(value)))
}

/** Where the recipient signs: on the screen or on a printed slip. */
export const signingPlaces = ['screen', 'slip'] as const

const { version: _version, ...typed } = handOverFields
// The field creates only valid points; validating each would load a part of the schema library that nothing else needs.
const whole = z.strictObject({ ...typed, signature: z.custom<Point[][]>(), signs_on: z.enum(signingPlaces) })
export const handOverSchema = whole.superRefine((input, context) => {
  for (const [field, message] of Object.entries(missingToHandOver(inUse(input))))
    context.addIssue({
      code: 'custom',
      path: [field === 'signature' && input.signs_on === 'slip' ? 'attachment_id' : field],
      message,
    })
})

/** `mailed`: the request was approved for mailing. */
export function untouchedFor(mailed: boolean) {
  return {
    kind: mailed ? ('mailed' as const) : ('picked up' as const),
    receiver_user_id: undefined,
    signs_on: 'screen' as const,
    attachment_id: undefined,
    receiver: '',
    relation: '',
    identification: undefined,
    identification_last4: '',
    signature: [],
    witness: '',
    tracking_number: '',
    note: '',
  }
}

/** Omits a signature given in a different way than the chosen one. */
export function inUse<
  Input extends { signs_on: (typeof signingPlaces)[number]; signature: Point[][]; attachment_id?: number | undefined },
>(input: Input): Input {
  return input.signs_on === 'slip' ? { ...input, signature: [] } : { ...input, attachment_id: undefined }
}

type Schema = typeof handOverSchema
export type HandOverForm = ReturnType<typeof useZodForm<Schema['_zod']['input'], Schema['_zod']['output']>>
