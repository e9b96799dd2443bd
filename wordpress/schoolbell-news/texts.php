<?php
/** All words of the plugin, English and Traditional Chinese side by side. */

defined( 'ABSPATH' ) || exit;

const SCHOOLBELL_TEXTS = array(
	'en-US' => array(
		'none'        => 'There is no news.',
		'unavailable' => 'The news cannot be shown at the moment. Please try again later.',
		'missing'     => 'This entry has been removed.',
		'withdrawn'   => 'This entry has been withdrawn.',
		'all'         => 'All news',
		'newest'      => 'Newest news',
		'older'       => 'Older news',
		'pages'       => 'More news',
		'pictures'    => 'Pictures',
		'picture'     => 'Picture %1$d of %2$d',
		'files'       => 'Files',
		'table'       => 'Table',
		'date'        => 'j F Y',
	),
	'zh-HK' => array(
		'none'        => '暫時未有消息。',
		'unavailable' => '暫時未能顯示消息，請稍後再試。',
		'missing'     => '此消息已被移除。',
		'withdrawn'   => '此消息已撤回。',
		'all'         => '所有消息',
		'newest'      => '最新消息',
		'older'       => '較早消息',
		'pages'       => '更多消息',
		'pictures'    => '圖片',
		'picture'     => '圖片 %1$d，共 %2$d 張',
		'files'       => '附件',
		'table'       => '表格',
		'date'        => 'Y年n月j日',
	),
);

/** Most characters of an excerpt. */
const SCHOOLBELL_EXCERPT = array(
	'en-US' => 165,
	'zh-HK' => 80,
);
