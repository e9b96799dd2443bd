<?php
/** The blocks: what the shortcodes show, chosen and seen in the block editor. */

defined( 'ABSPATH' ) || exit;

function schoolbell_register_blocks() {
	$script = 'blocks/editor.js';
	$needs  = array( 'wp-block-editor', 'wp-blocks', 'wp-components', 'wp-data', 'wp-element', 'wp-i18n', 'wp-server-side-render' );
	wp_register_script( 'schoolbell-blocks', plugins_url( $script, __FILE__ ), $needs, filemtime( __DIR__ . "/$script" ), true );
	wp_set_script_translations( 'schoolbell-blocks', 'schoolbell-news', __DIR__ . '/languages' );
	register_block_type( __DIR__ . '/blocks/news', array( 'render_callback' => 'schoolbell_news_block' ) );
	register_block_type( __DIR__ . '/blocks/popup', array( 'render_callback' => 'schoolbell_popup' ) );
}

function schoolbell_news_block( $attributes ) {
	$news = schoolbell_news( $attributes );
	return '' === $news ? '' : sprintf( '<div %s>%s</div>', get_block_wrapper_attributes(), $news );
}

/** The attributes of the blocks for news in a post, those inside columns and groups included. */
function schoolbell_news_blocks( $blocks ) {
	$found = array();
	foreach ( $blocks as $block ) {
		if ( 'schoolbell/news' === $block['blockName'] ) {
			$found[] = $block['attrs'];
		}
		$found = array_merge( $found, schoolbell_news_blocks( $block['innerBlocks'] ) );
	}
	return $found;
}
