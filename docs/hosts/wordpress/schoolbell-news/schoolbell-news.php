<?php
/**
 * Plugin Name:       Schoolbell News
 * Description:       The school's news as [schoolbell_news] and its popup messages as [schoolbell_popup], from a schoolbell sync agent.
 * Version:           2.0.0
 * Requires at least: 5.9
 * Requires PHP:      7.4
 * License:           MIT
 * License URI:       https://opensource.org/license/mit
 *
 * Copy this folder to wp-content/plugins/ and activate the plugin. To change the defaults, edit wp-config.php:
 *
 *   define( 'SCHOOLBELL_AGENT', 'http://127.0.0.1:4020' ); // the agent's address for WordPress
 *   define( 'SCHOOLBELL_PATH', '/school' );                // the agent's path for visitors
 *   define( 'SCHOOLBELL_POPUP_ON', 'front' );              // messages without a shortcode: 'front' page or 'all' pages
 */

defined( 'ABSPATH' ) || exit;

defined( 'SCHOOLBELL_AGENT' ) || define( 'SCHOOLBELL_AGENT', 'http://127.0.0.1:4020' );
defined( 'SCHOOLBELL_PATH' ) || define( 'SCHOOLBELL_PATH', '/school' );
defined( 'SCHOOLBELL_POPUP_ON' ) || define( 'SCHOOLBELL_POPUP_ON', 'none' );

require __DIR__ . '/texts.php';
require __DIR__ . '/policy.php';
require __DIR__ . '/entry.php';
require __DIR__ . '/agent.php';
require __DIR__ . '/page.php';
require __DIR__ . '/views.php';

add_shortcode( 'schoolbell_news', 'schoolbell_news' );
add_shortcode( 'schoolbell_popup', 'schoolbell_popup' );
add_action( 'wp_enqueue_scripts', 'schoolbell_style' );
add_action( 'wp_head', 'schoolbell_popup_in_head', 1 );

// After redirect_canonical, which looks for another page when it finds a 404.
add_action( 'template_redirect', 'schoolbell_status', 20 );
add_action( 'wp_head', 'schoolbell_meta', 1 );
add_filter( 'document_title_parts', 'schoolbell_title' );
add_filter( 'get_canonical_url', 'schoolbell_canonical_url' );
add_filter( 'wp_robots', 'schoolbell_robots' );
add_filter( 'pre_get_shortlink', 'schoolbell_shortlink' );
add_filter( 'oembed_discovery_links', 'schoolbell_oembed_links' );

/** [schoolbell_news site="academy" lang="zh-HK" limit="5"]: the list, or the entry in the page's address. */
function schoolbell_news( $attributes ) {
	$answer = schoolbell_answer( $attributes );
	// A page with several lists shows the entry of the list that has it.
	$is_gone = in_array( $answer['state'], array( 'missing', 'withdrawn' ), true );
	if ( $is_gone && schoolbell_has( 'found' ) || 'missing' === $answer['state'] && schoolbell_has( 'withdrawn' ) ) {
		return '';
	}
	schoolbell_style( true );
	$texts = SCHOOLBELL_TEXTS[ $answer['lang'] ];
	if ( 'found' !== $answer['state'] ) {
		$html = schoolbell_sentence( $answer, $texts );
	} elseif ( 'entry' === $answer['view'] ) {
		$html = schoolbell_entry( $answer['items'][0], $texts );
	} else {
		$html = schoolbell_list( $answer, $texts );
	}
	return sprintf( '<div class="schoolbell-news" lang="%s">%s</div>', esc_attr( $answer['lang'] ), $html );
}

/** [schoolbell_popup site="academy" lang="zh-HK"]: the tag that shows messages on this page. */
function schoolbell_popup( $attributes ) {
	$asked = schoolbell_attributes( $attributes, array(), 'schoolbell_popup' );
	return sprintf(
		'<script async fetchpriority="high" src="%s" data-lang="%s"></script>',
		esc_url( SCHOOLBELL_PATH . '/widget/popup.js?site=' . rawurlencode( $asked['site'] ) ),
		esc_attr( $asked['lang'] )
	);
}

function schoolbell_popup_in_head() {
	if ( 'all' === SCHOOLBELL_POPUP_ON || ( 'front' === SCHOOLBELL_POPUP_ON && is_front_page() ) ) {
		echo schoolbell_popup( array() ), "\n"; // phpcs:ignore WordPress.Security.EscapeOutput -- escaped above.
	}
}

/** In the head of pages with news; a shortcode in another place, such as a widget, adds it to the end of the page. */
function schoolbell_style( $is_needed = false ) {
	if ( $is_needed || schoolbell_page() ) {
		$file = __DIR__ . '/schoolbell-news.css';
		wp_enqueue_style( 'schoolbell-news', plugins_url( 'schoolbell-news.css', __FILE__ ), array(), filemtime( $file ) );
	}
}

/** Site and language of a shortcode; the default language is the page's. */
function schoolbell_attributes( $attributes, $defaults, $shortcode ) {
	$asked         = shortcode_atts(
		$defaults + array(
			'site' => 'academy',
			'lang' => '',
		),
		$attributes,
		$shortcode
	);
	$lang          = '' === trim( $asked['lang'] ) ? get_bloginfo( 'language' ) : trim( $asked['lang'] );
	$asked['lang'] = 0 === stripos( $lang, 'zh' ) ? 'zh-HK' : 'en-US';
	return $asked;
}
