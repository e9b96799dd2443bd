<?php
// The newest news from the agent's SQLite file.
$news = new PDO('sqlite:/var/lib/schoolbell/news.db', null, null, [
    PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION,
    PDO::SQLITE_ATTR_OPEN_FLAGS => PDO::SQLITE_OPEN_READONLY,
    PDO::ATTR_TIMEOUT => 5,
]);
$newest = $news->prepare('SELECT news_id, title, html, news_date_time FROM published_news
    WHERE site_id = ? AND lang = ? ORDER BY news_date_time DESC, news_id DESC LIMIT 10');
$newest->execute(['academy', 'zh-HK']);
foreach ($newest->fetchAll(PDO::FETCH_ASSOC) as $entry) {
    $at = DateTimeImmutable::createFromFormat('YmdHis', $entry['news_date_time'], new DateTimeZone('Asia/Hong_Kong'));
    printf("<h2>%s</h2><p>%s</p>%s\n", htmlspecialchars($entry['title']), $at->format('j.n.Y'), $entry['html']);
}
