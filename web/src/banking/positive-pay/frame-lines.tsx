import { Plus, Trash2 } from 'lucide-react'
import { ColumnList } from '#banking/positive-pay/column-list.tsx'
import { type EditedLine, newLine } from '#banking/positive-pay/edited-template.ts'
import { frameSources } from '#banking/positive-pay/template-words.ts'
import type { Messages } from '#banking/positive-pay/use-template-sample.ts'
import { Button } from '#ui/button.tsx'
import { RowAction } from '#ui/row-action.tsx'

interface FrameLinesProps {
  part: 'header' | 'trailer'
  lines: readonly EditedLine[]
  messages: Messages
  onChange(lines: readonly EditedLine[]): void
}

const mostLines = 3
const titles = { header: 'Header lines', trailer: 'Trailer lines' } as const

/** The lines before or after those of the checks; most banks want none. */
export function FrameLines({ part, lines, messages, onChange }: FrameLinesProps) {
  return (
    <section className="grid gap-3" aria-label={titles[part]}>
      <h3 className="font-semibold">{titles[part]}</h3>
      {lines.length === 0 && <p className="text-ink-soft">No line.</p>}
      {lines.map((line, index) => (
        <div key={line.key} className="grid gap-2 rounded-md border border-line p-3">
          <div className="flex items-center justify-between gap-2">
            <h4 className="font-medium">{`Line ${index + 1}`}</h4>
            <RowAction
              small
              icon={Trash2}
              danger
              label={`Remove line ${index + 1} of the ${part}`}
              onClick={() => onChange(lines.toSpliced(index, 1))}
            />
          </div>
          <ColumnList
            of={`line ${index + 1} of the ${part}`}
            columns={line.columns}
            sources={frameSources}
            path={`${part}.${index}`}
            messages={messages}
            onChange={(columns) => onChange(lines.with(index, { ...line, columns }))}
          />
        </div>
      ))}
      {lines.length < mostLines && (
        <div>
          <Button variant="secondary" size="sm" onClick={() => onChange([...lines, newLine()])}>
            <Plus aria-hidden className="size-4" />
            {part === 'header' ? 'Add Header Line' : 'Add Trailer Line'}
          </Button>
        </div>
      )}
    </section>
  )
}
