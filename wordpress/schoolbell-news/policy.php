<?php
/**
 * Which markup of an entry may stay: the policy of the agent and the widget, applied by WordPress's own sanitiser.
 *
 * Not wp_kses_post: it allows classes, ids, buttons, players and pictures of any address, and removes colours written as rgb().
 */

defined( 'ABSPATH' ) || exit;

const SCHOOLBELL_TAGS = 'a abbr address article aside b bdi bdo big blockquote br caption center cite code col colgroup dd ' .
	'del dfn div dl dt em figcaption figure font footer h1 h2 h3 h4 h5 h6 header hr i img ins kbd li main mark nav ol p pre ' .
	'q rp rt ruby s samp section small span strike strong sub sup table tbody td tfoot th thead time tr tt u ul var wbr';

/** Removed with their content. */
const SCHOOLBELL_DROPPED = 'script style template noscript noembed noframes iframe object embed applet svg math select ' .
	'option textarea title xmp plaintext audio video canvas';

const SCHOOLBELL_GLOBAL_ATTRIBUTES = 'lang dir title style';

const SCHOOLBELL_ATTRIBUTES = array(
	'a'        => 'href target rel',
	'col'      => 'span width',
	'colgroup' => 'span',
	'div'      => 'align',
	'font'     => 'color',
	'h1'       => 'align',
	'h2'       => 'align',
	'h3'       => 'align',
	'h4'       => 'align',
	'img'      => 'src alt width height referrerpolicy loading',
	'li'       => 'value',
	'ol'       => 'start type reversed',
	'p'        => 'align',
	'table'    => 'border cellpadding cellspacing width bgcolor',
	'td'       => 'colspan rowspan align valign width bgcolor',
	'th'       => 'colspan rowspan align valign width bgcolor scope',
	'time'     => 'datetime',
	'tr'       => 'valign bgcolor',
	'ul'       => 'type',
);

/** Properties of inline styles and the form of their values. */
const SCHOOLBELL_STYLES = array(
	'color'                => '(#[0-9a-f]{3,8}|[a-z]{3,24}|(rgb|hsl)a?\([\d\s.,%/deg]{1,40}\))',
	'background-color'     => '(#[0-9a-f]{3,8}|[a-z]{3,24}|(rgb|hsl)a?\([\d\s.,%/deg]{1,40}\))',
	'text-align'           => 'left|right|center|justify|start|end',
	'text-decoration'      => 'none|(underline|line-through)( (underline|line-through))?',
	'text-decoration-line' => 'none|(underline|line-through)( (underline|line-through))?',
	'font-weight'          => 'normal|bold|bolder|lighter|[1-9]00',
	'font-style'           => 'normal|italic|oblique',
	'font-size'            => '(\d(\.\d{1,3})?(em|rem)|\d{1,2}(\.\d{1,3})?(px|pt)|[5-9]\d%|1\d\d%|(x-|xx-)?(small|large)|medium|smaller|larger)',
	'list-style-type'      => '[a-z-]{3,24}',
	'vertical-align'       => 'top|middle|bottom|baseline|sub|super',
	'width'                => '(0|\d{1,4}(\.\d{1,3})?(px|em|rem|pt|%))',
	'max-width'            => '(0|\d{1,4}(\.\d{1,3})?(px|em|rem|pt|%))',
	'margin-left'          => '(0|\d{1,4}(\.\d{1,3})?(px|em|rem|pt|%))',
	'padding-left'         => '(0|\d{1,4}(\.\d{1,3})?(px|em|rem|pt|%))',
	'text-indent'          => '(0|\d{1,4}(\.\d{1,3})?(px|em|rem|pt|%))',
);

function schoolbell_sanitise( $html ) {
	$dropped = str_replace( ' ', '|', SCHOOLBELL_DROPPED );
	$html    = (string) preg_replace( "~<($dropped)\b.*?(?:</\\1\s*>|\z)~is", '', $html );
	add_filter( 'safe_style_css', 'schoolbell_style_properties' );
	add_filter( 'safecss_filter_attr_allow_css', 'schoolbell_is_safe_style', 10, 2 );
	$html = wp_kses( $html, schoolbell_allowed_html(), array( 'http', 'https', 'mailto', 'tel' ) );
	remove_filter( 'safe_style_css', 'schoolbell_style_properties' );
	remove_filter( 'safecss_filter_attr_allow_css', 'schoolbell_is_safe_style', 10 );
	return $html;
}

function schoolbell_allowed_html() {
	$allowed = array();
	foreach ( explode( ' ', SCHOOLBELL_TAGS ) as $tag ) {
		$names           = SCHOOLBELL_GLOBAL_ATTRIBUTES . ' ' . ( SCHOOLBELL_ATTRIBUTES[ $tag ] ?? '' );
		$allowed[ $tag ] = array_fill_keys( explode( ' ', trim( $names ) ), true );
	}
	$allowed['img']['src'] = array( 'value_callback' => 'schoolbell_is_safe_picture' );
	return $allowed;
}

function schoolbell_style_properties() {
	return array_keys( SCHOOLBELL_STYLES );
}

function schoolbell_is_safe_style( $is_safe, $declaration ) {
	list( $property, $value ) = array_map( 'trim', explode( ':', $declaration, 2 ) + array( '', '' ) );
	$form                     = SCHOOLBELL_STYLES[ strtolower( $property ) ] ?? null;
	return null !== $form && 1 === preg_match( '~^(?:' . $form . ')\z~i', $value );
}

/** Pictures need https; plain http is for the own machine. A relative address would be a request to this site. */
function schoolbell_is_safe_picture( $url ) {
	return 1 === preg_match( '~^https://[^/\s]|^http://(?:127\.0\.0\.1|localhost|\[::1\])(?=[:/]|\z)~i', $url );
}
