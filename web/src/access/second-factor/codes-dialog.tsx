import { secondFactorEndpoints } from '@check-requests/domain/access/second-factor/endpoints.ts'
import { confirmCodesBody } from '@check-requests/domain/access/second-factor/fields.ts'
import { useRefreshOwnSecondFactor } from '#access/second-factor/api.ts'
import { QrCode } from '#access/second-factor/qr-code.tsx'
import { useWriteWithNotices } from '#platform/use-write.ts'
import { Button } from '#ui/button.tsx'
import { Input } from '#ui/form/field.tsx'
import { Form, FormFailure, FormField, showServerErrors, useZodForm } from '#ui/form/form.tsx'
import { Dialog, DialogFooter } from '#ui/overlay/dialog.tsx'

const texts = { done: 'Authenticator app added', failed: 'Couldn’t add this authenticator app', refreshes: [] }

export interface NewCodes {
  secret: string
  otpauth_url: string
}

interface CodesDialogProps {
  fresh: NewCodes
  onClose(): void
  onCodes(codes: readonly string[]): void
}

/** Shows the secret for an authenticator app, as a picture or as text, and verifies the app's first code. */
export function CodesDialog({ fresh, onClose, onCodes }: CodesDialogProps) {
  const refresh = useRefreshOwnSecondFactor()
  const form = useZodForm(confirmCodesBody, { code: '' })
  const confirm = useWriteWithNotices(secondFactorEndpoints.confirmCodes, texts, {
    onSuccess({ recovery_codes }) {
      refresh()
      onClose()
      if (recovery_codes) onCodes(recovery_codes)
    },
    onError: (failure) => showServerErrors(form, failure.fields),
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Add Authenticator App"
      description="Scan the QR code with your app, or type the key into it. Then enter the code that the app shows."
    >
      <Form form={form} className="grid gap-4" onSubmit={(body) => confirm.mutate({ body })}>
        <QrCode text={fresh.otpauth_url} label="QR code for the authenticator app" />
        <p className="text-center">
          <span className="text-ink-soft">Key: </span>
          <code className="font-medium break-all select-all">{inFours(fresh.secret)}</code>
        </p>
        <FormField form={form} name="code" label="Code" required>
          {(field) => <Input {...field} inputMode="numeric" autoComplete="one-time-code" maxLength={40} />}
        </FormField>
        <FormFailure failure={confirm.error} />
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" pending={confirm.isPending}>
            Confirm
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}

/** The secret in groups of four for easier typing; apps ignore the spaces. */
function inFours(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ')
}
