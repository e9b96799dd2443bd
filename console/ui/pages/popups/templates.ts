/**
 * What a new message can start with: a text for each signal, for an event, and for the end of severe weather.
 *
 * They follow the rules by which schools in Hong Kong close: before and during school hours differ, and when classes
 * resume depends on the hour of the cancellation.
 */
import type { IconId } from '../../../../shared/contract/icon.ts'
import type { Confirmation } from '../../../../shared/contract/popup.ts'
import type { Language } from '../../language.ts'

export interface Template {
  /** One for each message that can be made of it: signal No. 8 has four. */
  iconIds: readonly IconId[]
  needConfirm?: Confirmation
  texts: Record<Language, { msgTitle: string; msgBody: string }>
}

const NEXT_NOTICE = {
  en: '<p>The next notice will appear here when the signal is cancelled or replaced by a lower one.</p>',
  zh: '<p>信號取消或改發較低信號後，學校將於本網頁公布復課安排。</p>',
}

const IN_SCHOOL = {
  en: '<li><strong>During school hours:</strong> staff look after students who are at school until it is safe and they are collected. Nobody is sent home alone.</li>',
  zh: '<li><strong>上課期間：</strong>在校學生由教職員照顧，直至安全並由家長接回；學校不會讓學生自行離校。</li>',
}

const STAY_INSIDE = {
  en: `<ul>
<li><strong>Before school hours:</strong> students stay at home, away from windows.</li>
${IN_SCHOOL.en}
<li>Parents stay where they are safe, and do not set out for school while this signal is in force.</li>
</ul>
${NEXT_NOTICE.en}`,
  zh: `<ul>
<li><strong>上課前：</strong>學生請留在家中安全地方，遠離窗戶。</li>
${IN_SCHOOL.zh}
<li>家長請留在安全地方，信號生效期間請勿前往學校。</li>
</ul>
${NEXT_NOTICE.zh}`,
}

export const TEMPLATES: readonly Template[] = [
  {
    iconIds: ['2'],
    needConfirm: 'confirm',
    texts: {
      'en-US': {
        msgTitle: 'Black rainstorm signal in force',
        msgBody: `<p>The Black Rainstorm Warning Signal is in force.</p>
<ul>
<li><strong>Before school hours:</strong> classes are suspended. Students stay at home; those on their way go to the nearest safe place, or return home if that is nearer.</li>
<li><strong>During school hours:</strong> students stay at school until it is safe to leave. Nobody is sent home alone.</li>
</ul>
${NEXT_NOTICE.en}`,
      },
      'zh-HK': {
        msgTitle: '黑色暴雨警告信號生效',
        msgBody: `<p>天文台已發出黑色暴雨警告信號。</p>
<ul>
<li><strong>上課前：</strong>停課，學生留在家中；正在途中的學生，應前往附近安全地方暫避，如離家較近，則返回家中。</li>
<li><strong>上課期間：</strong>留校至放學，安全時方可離校；學校不會讓學生自行離校。</li>
</ul>
${NEXT_NOTICE.zh}`,
      },
    },
  },
  {
    iconIds: ['3'],
    texts: {
      'en-US': {
        msgTitle: 'Signal No. 3: no outdoor activities',
        msgBody: `<p>The Strong Wind Signal No. 3 is in force.</p>
<ul>
<li><strong>Academy:</strong> classes are held as usual. Outdoor activities are cancelled.</li>
<li><strong>Pre-school:</strong> classes are suspended.</li>
</ul>`,
      },
      'zh-HK': {
        msgTitle: '三號強風信號：戶外活動暫停',
        msgBody: `<p>三號強風信號現正生效。</p>
<ul>
<li><strong>書院：</strong>照常上課，戶外活動取消。</li>
<li><strong>幼稚園：</strong>停課。</li>
</ul>`,
      },
    },
  },
  {
    iconIds: ['4', '5', '6', '7'],
    needConfirm: 'Accept',
    texts: {
      'en-US': {
        msgTitle: 'Typhoon Signal No. 8: all classes suspended',
        msgBody: `<p>The No. 8 Gale or Storm Signal is in force. <strong>All classes are suspended.</strong></p>
<ul>
<li><strong>Before school hours:</strong> students stay at home in a safe place.</li>
${IN_SCHOOL.en}
<li>School buses do not run, and all activities are cancelled.</li>
</ul>
${NEXT_NOTICE.en}`,
      },
      'zh-HK': {
        msgTitle: '八號烈風或暴風信號生效：全校停課',
        msgBody: `<p>天文台已發出八號烈風或暴風信號，<strong>全校停課。</strong></p>
<ul>
<li><strong>上課前：</strong>學生請留在家中安全地方。</li>
${IN_SCHOOL.zh}
<li>校車服務暫停，所有活動取消。</li>
</ul>
${NEXT_NOTICE.zh}`,
      },
    },
  },
  {
    iconIds: ['8'],
    needConfirm: 'Accept',
    texts: {
      'en-US': {
        msgTitle: 'Typhoon Signal No. 9: all classes suspended, stay inside',
        msgBody: `<p>The No. 9 Increasing Gale or Storm Signal is in force. <strong>All classes are suspended.</strong></p>
${STAY_INSIDE.en}`,
      },
      'zh-HK': {
        msgTitle: '九號烈風或暴風風力增強信號生效：全校停課，切勿外出',
        msgBody: `<p>天文台已發出九號烈風或暴風風力增強信號，<strong>全校停課。</strong></p>
${STAY_INSIDE.zh}`,
      },
    },
  },
  {
    iconIds: ['9'],
    needConfirm: 'Accept',
    texts: {
      'en-US': {
        msgTitle: 'Hurricane Signal No. 10: all classes suspended, stay inside',
        msgBody: `<p>The Hurricane Signal No. 10 is in force. <strong>All classes are suspended.</strong></p>
${STAY_INSIDE.en}`,
      },
      'zh-HK': {
        msgTitle: '十號颶風信號生效：全校停課，切勿外出',
        msgBody: `<p>天文台已發出十號颶風信號，<strong>全校停課。</strong></p>
${STAY_INSIDE.zh}`,
      },
    },
  },
  {
    iconIds: ['10'],
    texts: {
      'en-US': {
        msgTitle: '[Event] on [date]',
        msgBody: `<p><strong>[Event]</strong> takes place on <strong>[date], [time]</strong>, in [place].</p>
<p>[What families should know, bring or do before they come.]</p>`,
      },
      'zh-HK': {
        msgTitle: '[日期][活動名稱]',
        msgBody: `<p><strong>[活動名稱]</strong>將於<strong>[日期][時間]</strong>在[地點]舉行。</p>
<p>[家長須知及所需物品]</p>`,
      },
    },
  },
  {
    iconIds: [],
    texts: {
      'en-US': {
        msgTitle: 'Severe weather is over: when classes resume',
        msgBody: `<p>The signal has been cancelled or replaced by a lower one. <strong>Classes resume</strong> by the hour at which that was:</p>
<ul>
<li><strong>Before 05:30:</strong> classes are held as usual today.</li>
<li><strong>Between 05:30 and 10:30:</strong> the Academy resumes this afternoon, the Pre-school on the next school day.</li>
<li><strong>After 10:30:</strong> classes resume on the next school day.</li>
</ul>`,
      },
      'zh-HK': {
        msgTitle: '惡劣天氣信號已取消：復課安排',
        msgBody: `<p>信號已取消或改發較低信號，<strong>復課安排</strong>按取消或改發的時間而定：</p>
<ul>
<li><strong>上午五時三十分前：</strong>今日照常上課。</li>
<li><strong>上午五時三十分至十時三十分：</strong>書院下午復課，幼稚園下一個上課日復課。</li>
<li><strong>上午十時三十分後：</strong>下一個上課日復課。</li>
</ul>`,
      },
    },
  },
]
