import {
  type Installation,
  installationEndpoints,
  type TestMailResult,
} from '@check-requests/domain/operation/installation/endpoints.ts'
import { Send } from 'lucide-react'
import { formatMoment } from '#check-requests/list/moments.ts'
import { counted } from '#platform/counted.ts'
import { useWriteWithNotices, type WriteNotices } from '#platform/use-write.ts'
import { useInstallation } from '#settings/installation.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Description, DescriptionList } from '#ui/description-list.tsx'

type State = NonNullable<Installation['mail']>

const texts: WriteNotices<TestMailResult> = {
  done: 'Email test finished',
  failed: 'Couldn’t send the test email',
  detail: ({ taken, address }) => (taken ? `On its way to ${address}` : 'See the mail server’s answer on this page.'),
  refreshes: [],
}

/** The status of email delivery, for super admins, with a test email. */
export function MailFacts() {
  const { data } = useInstallation()
  if (!data) return null
  if (!data.mail)
    return (
      <Card title="Email">
        <p>Email is off. To turn it on, set SMTP_URL and MAIL_FROM in the server’s environment.</p>
      </Card>
    )
  return <Configured mail={data.mail} />
}

function Configured({ mail }: { mail: State }) {
  const test = useWriteWithNotices(installationEndpoints.testMail, texts)
  return (
    <Card
      title="Email"
      description="Emails sent and refused in the last 24 hours."
      actions={
        <Button variant="secondary" pending={test.isPending} onClick={() => test.mutate({})}>
          <Send aria-hidden className="size-4" />
          Send Test Email
        </Button>
      }
    >
      <div className="grid gap-4">
        <p role="status" className={test.data?.taken === false ? 'wrap-anywhere text-danger' : 'wrap-anywhere'}>
          {test.data && answered(test.data)}
        </p>
        <DescriptionList columns={3} items={inWords(mail)} />
      </div>
    </Card>
  )
}

function answered({ taken, address, answer }: TestMailResult): string {
  return taken
    ? `The mail server accepted the test email to ${address}. Check that inbox.`
    : `Couldn’t send the test email to ${address}. ${answer}`
}

function inWords({ server, from, waiting, waiting_since, sent, refused, given_up }: State): Description[] {
  const since = waiting_since && `, the oldest since ${formatMoment(waiting_since)}`
  return [
    { label: 'Mail Server', value: server },
    { label: 'Sender', value: from },
    { label: 'Waiting', value: waiting === 0 ? 'None' : `${counted(waiting, 'email')}${since}` },
    { label: 'Sent', value: counted(sent, 'email') },
    {
      label: 'Refused',
      value: refused === 0 ? 'None' : `${counted(refused, 'email')}. The user list shows the refused addresses.`,
    },
    { label: 'Not Delivered Within Three Days', value: given_up === 0 ? 'None' : counted(given_up, 'email') },
  ]
}
