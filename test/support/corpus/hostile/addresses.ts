/** Attributes and elements, other than a link and a picture's source, that make a browser ask somebody. */

const ATTRIBUTES: Record<string, string> = {
  img: 'srcset lowsrc dynsrc longdesc usemap background attributionsrc crossorigin',
  'img src="https://pictures.example/dot.png"':
    'srcset sizes ismap fetchpriority elementtiming sharedstoragewritable',
  p: 'background src href data code codebase archive cite action formaction poster manifest profile patchsrc for',
  a: 'ping attributionsrc urn',
  td: 'background',
  table: 'background',
  body: 'background',
}

export const ADDRESSES: readonly string[] = [
  ...Object.entries(ATTRIBUTES).flatMap(([element, names]) =>
    names
      .split(' ')
      .map(name => `<${element} ${name}="https://leak.example/${name} 1x">words</${element.split(' ')[0]}>`),
  ),
  '<picture><source srcset="https://leak.example/1.png"><img src="https://pictures.example/dot.png" alt=words></picture>',
  '<picture><source srcset="https://leak.example/2.png 2x" media="(min-width:1px)" onerror=pwned()><img alt=words></picture>',
  '<img srcset="https://leak.example/3.png 1x, https://leak.example/4.png 2x" sizes=auto loading=lazy alt=words>',
  '<img src="https://pictures.example/dot.png" referrerpolicy=unsafe-url loading=eager decoding=sync fetchpriority=high>',
  '<img src="https://pictures.example/dot.png" crossorigin=use-credentials usemap="#m"><map name=m><area href="https://leak.example/"></map>',
  '<video poster="https://leak.example/5.png" src="https://leak.example/6.mp4" autoplay muted></video>',
  '<video><source src="https://leak.example/7.mp4" onerror=pwned()><track src="https://leak.example/8.vtt" default></video>',
  '<video controls controlslist=nodownload onloadstart=pwned()><source src=x onerror=pwned()></video>',
  '<video src="https://leak.example/9.mp4"><p>words</p><img src=x onerror=pwned()></video>',
  '<audio src="https://leak.example/10.mp3" autoplay></audio>',
  '<audio controls><source src="https://leak.example/11.mp3"></audio>',
  '<audio src=x onerror=pwned()>',
  '<canvas onclick=pwned()><img src=x onerror=pwned()></canvas>',
  '<model src="https://leak.example/12.usdz"></model>',
  '<input type=image src="https://leak.example/13.png">',
  '<image src="https://pictures.example/dot.png" srcset="https://leak.example/15.png">',
  '<img src="https:pictures.example/dot.png" alt=words>',
  '<img src="https://user:pass@pictures.example/dot.png" alt=words>',
  '<img src="https://pictures.example/dot.png" src="https://leak.example/16.png" alt=words>',
  '<iframe src="https://leak.example/17" loading=lazy referrerpolicy=unsafe-url allow="camera"></iframe>',
  '<frame src="https://leak.example/18"><frameset cols=1><frame src="https://leak.example/19"></frameset>',
  '<q cite="https://leak.example/20">words</q><blockquote cite="https://leak.example/21">words</blockquote>',
  '<ins cite="https://leak.example/22" datetime=2026>words</ins><del cite="https://leak.example/23">words</del>',
  '<time datetime="javascript:pwned()">words</time><data value="https://leak.example/24">words</data>',
]
