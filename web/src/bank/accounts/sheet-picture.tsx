import { movedFields } from '@check-requests/domain/bank/fields.ts'
import type { BankAccountReply } from '@check-requests/domain/bank/replies.ts'
import { dateOnCheck } from '@check-requests/domain/checks/front.ts'
import {
  checkFields,
  checkLayouts,
  checkSize,
  clearBelow,
  envelopeWindows,
  type FieldName,
  fieldNames,
  isPrinted,
  layoutOf,
  logoSpace,
  noOffsets,
  type Offsets,
  type Rectangle,
  sheet,
  shiftOf,
  stubPlaces,
} from '@check-requests/domain/checks/layouts.ts'
import { clsx } from 'clsx'
import { offsetsInWords } from '#bank/accounts/account-words.ts'

/** The account settings that determine the appearance of its sheets. */
export type Paper = Pick<
  BankAccountReply,
  | 'layout'
  | 'stock'
  | 'micr'
  | 'offset_x'
  | 'offset_y'
  | 'field_offsets'
  | 'bank_name'
  | 'fraction'
  | 'void_after_days'
  | 'date_form'
  | 'logo'
> & {
  readonly payer: string
  readonly number: string
}

interface PictureProps {
  paper: Paper
  /** The part to show: the whole sheet or only its first check. */
  part: 'sheet' | 'check'
  className?: string | undefined
}

/** A preview of an account's sheet, drawn with the coordinates used for printing. */
export function SheetPicture({ paper, part, className }: PictureProps) {
  const { checks, stubs } = layoutOf(paper.layout)
  const top = part === 'check' ? (checks[0] ?? 0) : 0
  const height = part === 'check' ? checkSize.height : sheet.height
  const shift = shiftOf({ ...noOffsets, x: paper.offset_x, y: paper.offset_y })
  const isInked = (name: FieldName) => isPrinted(name, { isBlank: paper.stock === 'blank', hasMicr: true })
  return (
    <svg
      role="img"
      aria-label={`${part === 'check' ? 'Check' : 'Sheet'}: ${checkLayouts[paper.layout].label}. ${offsetsInWords(paper.offset_x, paper.offset_y)}`}
      viewBox={`0 ${top} ${sheet.width} ${height}`}
      className={clsx('h-auto w-full rounded-sm border border-line-strong bg-surface', className)}
    >
      {checks.map((y) => (
        <g key={y} transform={`translate(0 ${y})`}>
          <Bands hasMicr={hasMicr(paper)} />
          {paper.stock === 'preprinted' && <Captions />}
          <Fields paper={paper} isDrawn={(name) => !isInked(name)} faint />
        </g>
      ))}
      <g data-moved={`${paper.offset_x} ${paper.offset_y}`} transform={`translate(${shift.x} ${shift.y})`}>
        {checks.map((y) => (
          <g key={y} transform={`translate(0 ${y})`}>
            {paper.stock === 'blank' && <Captions withMemo />}
            <Fields paper={paper} isDrawn={isInked} moved={movedFields(paper.field_offsets)} />
          </g>
        ))}
        {stubs.map(({ y }) => (
          <g key={y} transform={`translate(0 ${y})`}>
            <StubPicture number={paper.number} />
          </g>
        ))}
      </g>
      {folds(checks, stubs).map((y) => (
        <line key={y} x1={0} x2={sheet.width} y1={y} y2={y} strokeDasharray="7 5" className="stroke-line-strong" />
      ))}
    </svg>
  )
}

function hasMicr({ stock, micr }: Paper): boolean {
  return stock === 'blank' && micr
}

/** The tear lines at the edges of checks and stubs. */
function folds(checks: readonly number[], stubs: readonly { y: number; height: number }[]): number[] {
  const edges = [
    ...checks.flatMap((y) => [y, y + checkSize.height]),
    ...stubs.flatMap(({ y, height }) => [y, y + height]),
  ]
  return [...new Set(edges)].filter((y) => y > 0 && y < sheet.height)
}

/** The clear band that bank scanners need, and the envelope windows. */
function Bands({ hasMicr }: { hasMicr: boolean }) {
  const top = clearBelow(hasMicr)
  return (
    <>
      <rect x={0} y={top} width={checkSize.width} height={checkSize.height - top} className="fill-sunken" />
      {envelopeWindows.map((window) => (
        <rect
          key={window.y}
          {...boxOf(window)}
          rx={6}
          strokeDasharray="4 3"
          className="fill-transparent stroke-orange"
        />
      ))}
    </>
  )
}

/** The content between the fields. */
function Captions({ withMemo = false }: { withMemo?: boolean }) {
  const { payee, amount, words, memo, date } = checkFields
  return (
    <g fontSize={7} className="fill-ink-soft">
      <text x={20} y={payee.baseline - 8}>
        PAY TO THE
      </text>
      <text x={20} y={payee.baseline}>
        ORDER OF
      </text>
      <text x={date.x - 4} y={date.baseline} textAnchor="end">
        DATE
      </text>
      <text x={amount.x - 4} y={amount.baseline} textAnchor="end" fontSize={11}>
        $
      </text>
      <text x={words.x + words.width + 4} y={words.baseline}>
        DOLLARS
      </text>
      {withMemo && (
        <text x={memo.x} y={memo.y - 3}>
          MEMO
        </text>
      )}
      <rect {...boxOf(amount)} className="fill-transparent stroke-line-strong" />
      {[payee, words].map(({ x, width, baseline }) => (
        <line
          key={baseline}
          x1={x}
          x2={x + width}
          y1={baseline + 3.5}
          y2={baseline + 3.5}
          className="stroke-line-strong"
        />
      ))}
    </g>
  )
}

interface FieldsProps {
  paper: Paper
  isDrawn(name: FieldName): boolean
  /** True for preprinted content, which is drawn lighter. */
  faint?: boolean
  moved?: Offsets['fields']
}

function Fields({ paper, isDrawn, faint = false, moved = {} }: FieldsProps) {
  const samples = samplesOf(paper)
  const look = faint ? 'fill-ink-soft' : 'fill-ink'
  const logos: Partial<Record<FieldName, string | null>> = { payer: paper.stock === 'blank' ? paper.logo : null }
  return fieldNames
    .filter((name) => isDrawn(name) && (name !== 'micr' || faint || hasMicr(paper)))
    .map((name) => {
      const field = checkFields[name]
      const right = field.x + field.width - (name === 'amount' ? 3 : 0)
      const x = field.align === 'right' ? right : field.x
      const anchor = field.align === 'right' ? 'end' : 'start'
      const logo = logos[name]
      const shift = shiftOf({ ...noOffsets, fields: moved }, name)
      const transform = moved[name] && { transform: `translate(${shift.x} ${shift.y})` }
      if (name === 'micr')
        return (
          <g key={name} {...transform}>
            <MicrPicture {...field} faint={faint} />
          </g>
        )
      return (
        <g key={name} {...transform} data-field={name}>
          {logo && (
            <image {...boxOf(logoSpace)} href={`data:image/png;base64,${logo}`} preserveAspectRatio="xMinYMid" />
          )}
          {isSignature(name) && (
            <path d={`M${field.x} ${field.y + field.height}h${field.width}`} className="stroke-ink-soft" />
          )}
          {samples[name].map((line, index) => (
            <text
              // biome-ignore lint/suspicious/noArrayIndexKey: lines of a fixed text
              key={index}
              x={logo ? x + logoSpace.width + 8 : x}
              y={field.baseline + index * (field.size + 2) + (isSignature(name) ? 9 : 0)}
              textAnchor={anchor}
              fontSize={field.size}
              className={look}
            >
              {line}
            </text>
          ))}
        </g>
      )
    })
}

function isSignature(name: FieldName): boolean {
  return name === 'signature1' || name === 'signature2'
}

type Samples = Record<FieldName, string[]>

function samplesOf({ payer, bank_name, fraction, number, void_after_days, date_form }: Paper): Samples {
  return {
    payer: [payer, '1 Main Street', 'Verona, WI 53593'],
    bank: [bank_name],
    fraction: [fraction ?? ''],
    number: [number],
    date: [dateOnCheck('2026-11-02', date_form)],
    voidAfter: [void_after_days === null ? '' : `VOID AFTER ${void_after_days} DAYS`],
    payee: ['Harbor Paint Supply'],
    amount: ['**1,234.56'],
    words: ['One thousand two hundred thirty-four and 56/100 ************************'],
    address: ['Harbor Paint Supply', '1200 Dock Street', 'Astoria, OR 97103'],
    memo: ['Invoice 4471'],
    signature1: ['Authorized signature'],
    signature2: ['Second signature'],
    micr: [],
  }
}

/** The position of the MICR line. Its characters aren't shown. */
function MicrPicture({ x, width, baseline, faint }: Rectangle & { baseline: number; faint: boolean }) {
  return (
    <line
      x1={x}
      x2={x + width}
      y1={baseline - 4}
      y2={baseline - 4}
      strokeWidth={8}
      strokeDasharray="5.5 3.5"
      className={faint ? 'stroke-line-strong' : 'stroke-ink'}
    />
  )
}

function StubPicture({ number }: { number: string }) {
  const { left, right, head, payee, firstFact, columns, pitch, line, firstLine } = stubPlaces
  const below = firstLine + 3 * pitch
  return (
    <g fontSize={9} className="fill-ink-soft">
      <text x={left} y={head}>
        Check {number}
      </text>
      <text x={payee} y={head}>
        Harbor Paint Supply
      </text>
      <text x={right} y={head} textAnchor="end">
        1,234.56
      </text>
      <text x={columns[0]} y={firstFact}>
        Request NWG-TOY-SVC-000127
      </text>
      <text x={columns[1]} y={firstFact}>
        Approved By Manuel Ortiz
      </text>
      <text x={line.date} y={below}>
        10/20/2026
      </text>
      <text x={line.number} y={below}>
        4471
      </text>
      <text x={line.description} y={below}>
        Paint and primer
      </text>
      <text x={line.amount} y={below} textAnchor="end">
        1,234.56
      </text>
    </g>
  )
}

function boxOf({ x, y, width, height }: Rectangle) {
  return { x, y, width, height }
}
