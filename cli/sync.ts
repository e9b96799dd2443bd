/** `schoolbell sync`: runs the agent until stopped; also its sub-commands. */
import { Command } from 'commander'
import { whileDemoRuns } from './help.ts'
import { passOptionsOn } from './options.ts'
import { alertTestCommand } from './sync/alert-test.ts'
import { backupCommand, restoreCommand } from './sync/backup.ts'
import { runDaemon } from './sync/daemon.ts'
import { doctorCommand } from './sync/doctor.ts'
import { followersCommand } from './sync/followers.ts'
import { mediaCommand } from './sync/media.ts'
import { migrateCommand } from './sync/migrate.ts'
import { dropCommand, moveCommand } from './sync/move.ts'
import { addSyncOptions } from './sync/options.ts'
import { publishCommand } from './sync/publish.ts'
import { quarantineCommand, remarksCommand } from './sync/quarantine.ts'
import { onceCommand, reconcileCommand } from './sync/reconcile.ts'
import { sqlCommand } from './sync/sql.ts'
import { statusCommand } from './sync/status.ts'
import { webhooksCommand } from './sync/webhooks.ts'
import { wordPressCommand } from './sync/wordpress.ts'

export default function syncCommand(): Command {
  const sync = new Command('sync').description(
    'Copies the service’s news into its own store and serves it to the host site, until stopped.',
  )
  addSyncOptions(passOptionsOn(sync))
    .action(runDaemon)
    .addCommand(onceCommand())
    .addCommand(statusCommand())
    .addCommand(reconcileCommand())
    .addCommand(remarksCommand())
    .addCommand(quarantineCommand())
    .addCommand(publishCommand())
    .addCommand(webhooksCommand())
    .addCommand(sqlCommand())
    .addCommand(wordPressCommand())
    .addCommand(followersCommand())
    .addCommand(alertTestCommand())
    .addCommand(mediaCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(moveCommand())
    .addCommand(migrateCommand())
    .addCommand(dropCommand())
    .addCommand(doctorCommand())
    .addHelpText(
      'after',
      whileDemoRuns(
        'schoolbell sync --service-url http://127.0.0.1:4010/cms --port 4021 --db .schoolbell/news.db',
      ),
    )
  return sync
}
