import { type ReactNode, useId } from 'react'
import { Button, type ButtonProps } from '#ui/button.tsx'

interface ReasonButtonProps extends ButtonProps {
  /** Why the action isn't possible now. */
  refusal: string | undefined
}

/**
 * A button that explains why its action isn't possible: in a tooltip when pressed or hovered, and in its description
 * for screen readers. The button keeps the focus. Escape or a click elsewhere closes the tooltip.
 */
export function ReasonButton({ refusal, ...button }: ReasonButtonProps) {
  const id = useId()
  if (!refusal) return <Button {...button} />
  return (
    <>
      <Button {...button} {...reasonProps(id, refusal)} aria-disabled onClick={undefined} />
      <Reason id={id} text={refusal} />
    </>
  )
}

/** A mark in a table that explains its meaning in a tooltip, as `ReasonButton` does. */
export function ReasonMark({ reason, children }: { reason: string; children: ReactNode }) {
  const id = useId()
  return (
    <>
      <button type="button" {...reasonProps(id, reason)} className="min-h-6 rounded-sm">
        {children}
      </button>
      <Reason id={id} text={reason} />
    </>
  )
}

function reasonProps(id: string, title: string) {
  return { title, 'aria-describedby': id, popoverTarget: id }
}

function Reason({ id, text }: { id: string; text: string }) {
  return (
    <span
      id={id}
      popover="auto"
      role="status"
      className="reason max-w-72 rounded-md border border-line bg-raised px-3 py-2 text-start text-[0.8125rem] font-normal whitespace-normal text-ink shadow-popup"
    >
      {text}
    </span>
  )
}
