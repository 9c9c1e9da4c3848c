import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { useNotices } from '#platform/notices.tsx'
import { saveFile } from '#platform/save-file.ts'
import { usePerson } from '#sessions/session-provider.tsx'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { Dialog, DialogFooter } from '#ui/dialog.tsx'

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  onClose(): void
}

/** Shows recovery codes, once. Whoever closes it without having kept them is asked. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const notices = useNotices()
  const { email } = usePerson()
  const [kept, setKept] = useState(false)
  const [asking, setAsking] = useState(false)
  const close = () => (kept ? onClose() : setAsking(true))

  async function copy() {
    await navigator.clipboard.writeText(codes.join('\n'))
    setKept(true)
    notices.show({ title: 'Recovery codes copied' })
  }

  function save() {
    const text = `Recovery codes of ${email}\nEach works once.\n\n${codes.join('\n')}\n`
    saveFile(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')
    setKept(true)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title="Keep These Recovery Codes"
      description="Each signs you in once, with your password, when you have lost your passkeys and your app. They are not shown again."
    >
      <ul className="grid gap-x-6 gap-y-1.5 rounded-md border border-line bg-sunken p-3 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code} className="text-center">
            <code className="select-all">{code}</code>
          </li>
        ))}
      </ul>
      <DialogFooter>
        {isSecureContext && (
          <Button variant="secondary" onClick={() => void copy()}>
            <Copy aria-hidden className="size-4" />
            Copy
          </Button>
        )}
        <Button variant="secondary" onClick={save}>
          <Download aria-hidden className="size-4" />
          Save as File
        </Button>
        <Button variant="primary" onClick={close}>
          Done
        </Button>
      </DialogFooter>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Have you kept the codes?"
        text="They are not shown again. You can make new ones later."
        confirmLabel="I have kept them"
        cancelLabel="Go back"
        danger={false}
        onConfirm={onClose}
      />
    </Dialog>
  )
}
