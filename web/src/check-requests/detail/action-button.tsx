import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { Button } from '#ui/button.tsx'

interface ActionButtonProps {
  text: string
  icon: LucideIcon
  primary?: boolean
  refusal?: string | undefined
  onClick(): void
}

/** Stays focusable when its action is not possible, and then says why. */
export function ActionButton({ text, icon: Icon, primary = false, refusal, onClick }: ActionButtonProps) {
  const refusalId = useId()
  return (
    <>
      <Button
        variant={primary && !refusal ? 'primary' : 'secondary'}
        size="sm"
        title={refusal}
        aria-disabled={refusal ? true : undefined}
        aria-describedby={refusal && refusalId}
        onClick={onClick}
      >
        <Icon aria-hidden className="size-4" />
        {text}
      </Button>
      {refusal && (
        <span id={refusalId} hidden>
          {refusal}
        </span>
      )}
    </>
  )
}
