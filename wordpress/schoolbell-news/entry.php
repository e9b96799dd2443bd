<?php
/** From an item of the agent's JSON to an entry that the other files can use: checked, sanitised, complete. */

defined( 'ABSPATH' ) || exit;

/**
 * @param mixed $item   An item of /v1/news.
 * @param bool  $is_whole Whether the body and the files are needed, too.
 * @return array|null null: not an entry. A wrong field is empty and keeps nothing else back.
 */
function schoolbell_read_item( $item, $lang, $is_whole ) {
	$id = schoolbell_text( $item, 'newsId' );
	if ( '' === $id ) {
		return null;
	}
	$day     = schoolbell_text( $item, 'date' );
	$instant = schoolbell_text( $item, 'publishedAt' );
	$excerpt = schoolbell_excerpt( schoolbell_text( $item, 'html' ), $lang );
	$title   = trim( schoolbell_text( $item, 'title' ) );
	$date    = 1 === preg_match( '/^\d{4}-\d\d-\d\d\z/', $day ) && false !== strtotime( $day ) ? $day : '';
	$entry   = array(
		'newsId'       => $id,
		'lang'         => $lang,
		'title'        => '' !== $title ? $title : ( '' !== $excerpt ? $excerpt : $date ),
		'date'         => $date,
		'publishedAt'  => 1 === preg_match( '/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)\z/', $instant ) ? $instant : '',
		'excerpt'      => '' !== $title ? $excerpt : '',
		'coverUrl'     => schoolbell_picture_in( $item, 'coverUrl' ),
		'thumbnailUrl' => schoolbell_picture_in( $item, 'thumbnailUrl' ),
	);
	if ( $is_whole ) {
		$entry['html']        = schoolbell_body( schoolbell_text( $item, 'html' ), $lang );
		$entry['attachments'] = array();
		foreach ( is_array( $item['attachments'] ?? null ) ? $item['attachments'] : array() as $file ) {
			$entry['attachments'][] = schoolbell_read_file( $file );
		}
		$entry['attachments'] = array_values( array_filter( $entry['attachments'] ) );
	}
	return $entry;
}

function schoolbell_read_file( $file ) {
	$url = schoolbell_text( $file, 'url' );
	if ( 1 !== preg_match( '~^https?://[^/\s]~i', $url ) ) {
		return null;
	}
	$is_picture = 1 === preg_match( '~^image/~', schoolbell_text( $file, 'fileType' ) );
	$previews   = array( schoolbell_picture_in( $file, 'mobileScreenImageUrl' ), schoolbell_picture_in( $file, 'thumbnailUrl' ) );
	$size       = $file['fileSize'] ?? null;
	return array(
		'url'     => $url,
		'size'    => is_int( $size ) && $size >= 0 ? $size : null,
		// Pictures without one are listed with the files: browsers may not show their format.
		'preview' => $is_picture ? (string) current( array_filter( $previews ) ) : '',
	);
}

function schoolbell_text( $item, $name ) {
	$text = is_array( $item ) ? $item[ $name ] ?? '' : '';
	return is_string( $text ) ? $text : '';
}

function schoolbell_picture_in( $item, $name ) {
	$url = schoolbell_text( $item, $name );
	return schoolbell_is_safe_picture( $url ) ? $url : '';
}

/**
 * A sanitised body below the entry's own heading: headings without skipped levels, no landmarks, pictures with a
 * description, tables that scroll on a phone.
 */
function schoolbell_body( $html, $lang ) {
	$under  = array();
	$open   = array();
	$tables = 0;
	$change = function ( $tag ) use ( &$under, &$open, &$tables, $lang ) {
		list( $whole, $slash, $name, $rest ) = $tag;
		$name                                = strtolower( $name );
		if ( 'img' === $name ) {
			if ( ! preg_match( '/\ssrc\s*=/i', $rest ) ) {
				// Its address was not allowed: the description stays.
				return preg_match( '/\salt="([^"]*)"/i', $rest, $alt ) ? $alt[1] : '';
			}
			return preg_match( '/\salt\s*=/i', $rest ) ? $whole : '<img alt=""' . $rest . '>';
		}
		if ( 'table' === $name ) {
			$tables += $slash ? -1 : 1;
			if ( $tables !== ( $slash ? 0 : 1 ) ) {
				return $whole;
			}
			$label = esc_attr( SCHOOLBELL_TEXTS[ $lang ]['table'] );
			return $slash ? $whole . '</div>' : '<div class="schoolbell-scroll" role="region" tabindex="0" aria-label="' . $label . '">' . $whole;
		}
		if ( 'h' !== $name[0] || 2 !== strlen( $name ) ) {
			return "<{$slash}div{$rest}>";
		}
		if ( $slash ) {
			return '</h' . ( array_pop( $open ) ?? 3 ) . '>';
		}
		while ( $under && end( $under ) >= $name[1] ) {
			array_pop( $under );
		}
		$under[] = $name[1];
		$open[]  = min( 6, count( $under ) + 2 );
		return '<h' . end( $open ) . $rest . '>';
	};
	$tags   = '~<(/?)(table|img|h[1-6]|main|header|footer|nav|aside|section|article)(?=[\s>/])([^>]*)>~i';
	return (string) preg_replace_callback( $tags, $change, force_balance_tags( schoolbell_sanitise( $html ) ) );
}

/** The first words of a body as plain text. */
function schoolbell_excerpt( $html, $lang ) {
	$dropped = str_replace( ' ', '|', SCHOOLBELL_DROPPED );
	$html    = (string) preg_replace( "~<($dropped)\b.*?(?:</\\1\s*>|\z)~is", ' ', $html );
	// Headings and tables do not read as sentences.
	$prose   = (string) preg_replace( '~<(h[1-6]|table)\b.*?</\1\s*>~is', ' ', $html );
	$text    = schoolbell_plain_text( $prose );
	$text    = '' === $text ? schoolbell_plain_text( $html ) : $text;
	$longest = SCHOOLBELL_EXCERPT[ $lang ];
	if ( mb_strlen( $text, 'UTF-8' ) <= $longest ) {
		return $text;
	}
	$cut = mb_substr( $text, 0, $longest, 'UTF-8' );
	if ( 'en-US' === $lang && false !== strrpos( $cut, ' ' ) ) {
		$cut = substr( $cut, 0, strrpos( $cut, ' ' ) );
	}
	return preg_replace( '/[\s,.;:，。；：、]+\z/u', '', $cut ) . '…';
}

function schoolbell_plain_text( $html ) {
	// Between two paragraphs or cells there is a space, within a word there is none.
	$html = (string) preg_replace( '~<(?!/?(?:a|abbr|b|bdi|bdo|big|cite|code|del|dfn|em|font|i|ins|kbd|mark|q|ruby|s|samp|small|span|strike|strong|sub|sup|tt|u|var|wbr)\b)~i', ' <', $html );
	$text = html_entity_decode( wp_strip_all_tags( $html ), ENT_QUOTES | ENT_HTML5, 'UTF-8' );
	$text = trim( (string) preg_replace( '/[\s\x{00a0}]+/u', ' ', $text ) );
	// Full-width punctuation has its own space.
	return (string) preg_replace( '/(?<=[，。：；、！？」）]) /u', '', $text );
}
